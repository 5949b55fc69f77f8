import { Agent, fetch } from 'undici';
import type { Tally } from './tally';

const longestMilliseconds = 60_000;

export interface ServiceCalls {
  /** Like undici's fetch, but each answer is counted. */
  fetch: typeof fetch;
  call(path: string, given?: Call): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

interface Call {
  token?: string;
  /** POST with this JSON; GET without it. */
  body?: string;
  query?: string;
  /** The address of this machine to call from, because each network has separate limits. */
  from?: string;
}

/** Calls of the service over TLS. */
export function serviceCalls(url: string, ca: string, tally: Tally): ServiceCalls {
  const agents = new Map<string, Agent>();
  const agentAt = (from: string): Agent => {
    const agent = agents.get(from) ?? new Agent({ connections: 32, connect: { ca }, localAddress: from });
    agents.set(from, agent);
    return agent;
  };
  const counted: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { status, headers } = response;
    const what = `${init?.method ?? 'GET'} ${new URL(response.url).pathname}`;
    tally.answered('service', status, what, status === 503 && headers.has('retry-after'));
    return response;
  };
  return {
    fetch: counted,
    call: async (path, { token, body, query = '', from = '127.0.0.1' } = {}) => {
      const response = await counted(`${url}${path}${query}`, {
        method: body === undefined ? 'GET' : 'POST',
        dispatcher: agentAt(from),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/ld+json' }),
        },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(longestMilliseconds),
      });
      return { status: response.status, text: await response.text() };
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
    },
  };
}

import { rootCertificates } from 'node:tls';
import { Agent, fetch, type Response } from 'undici';

export interface FetchLimits {
  /** host[:port], exactly, from which documents may come. */
  hosts: readonly string[];
  /** PEM, trusted in addition. */
  ca?: string;
  maximumBytes: number;
  timeoutMilliseconds: number;
}

export const documentLimits = { maximumBytes: 25 * 1024 * 1024, timeoutMilliseconds: 10_000 } as const;

export type FetchedDocument =
  | { kind: 'fetched'; body: ReadableStream<Uint8Array> }
  /** The address is over, or leads nowhere: a fresh one may work. */
  | { kind: 'gone' }
  /** Not to be fetched, or not what it should be. `why` names no address. */
  | { kind: 'refused'; why: string };

/** An address that may be fetched: https, an allowed host, nobody's name and password in it. Null for all others. */
export function allowedAddress(address: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const allowed =
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.includes(url.host.toLowerCase());
  return allowed ? url : null;
}

/** Fetches a PDF from a signed address, within limits. What the other side says in its headers is not passed on. */
export async function fetchDocument(address: string, limits: FetchLimits): Promise<FetchedDocument> {
  const url = allowedAddress(address, limits.hosts);
  if (url === null) return { kind: 'refused', why: 'the address is not allowed' };
  try {
    const response = await fetch(url, {
      dispatcher: agentFor(limits.ca),
      // A redirect inside could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(limits.timeoutMilliseconds),
      headers: { accept: 'application/pdf' },
    });
    return await readAnswer(response, limits);
  } catch (error) {
    // No connection, no answer in time, or broken off. Its words may name the address.
    return { kind: 'refused', why: error instanceof Error ? error.name : 'not fetched' };
  }
}

const agents = new Map<string, Agent>();

/** Connections are kept; there is one authority in a process, and one in each test. */
function agentFor(ca = ''): Agent {
  const agent = agents.get(ca) ?? new Agent(ca === '' ? {} : { connect: { ca: [...rootCertificates, ca] } });
  agents.set(ca, agent);
  return agent;
}

async function readAnswer(response: Response, { maximumBytes }: FetchLimits): Promise<FetchedDocument> {
  if ([401, 403, 404, 410].includes(response.status)) return { kind: 'gone' };
  if (response.status !== 200 || response.body === null)
    return { kind: 'refused', why: `answer ${response.status}` };
  if (Number(response.headers.get('content-length') ?? 0) > maximumBytes)
    return { kind: 'refused', why: 'too large' };
  const body = response.body as ReadableStream<Uint8Array>;
  const reader = body.getReader();
  const start = await readStart(reader);
  if (start === null) {
    await reader.cancel();
    return { kind: 'refused', why: 'not a PDF' };
  }
  return { kind: 'fetched', body: limited(start, reader, maximumBytes) };
}

const signature = Buffer.from('%PDF-');

/** Enough from the start to see what it is (ISO 32000-1 §7.5.2); null when it is not a PDF, or broke off. */
async function readStart(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Buffer | null> {
  let start = Buffer.alloc(0);
  while (start.length < signature.length) {
    const { done, value } = await reader.read();
    if (done) return null;
    start = Buffer.concat([start, value]);
  }
  return start.subarray(0, signature.length).equals(signature) ? start : null;
}

/** Passes on what was read and what follows, and breaks off where it becomes too much. */
function limited(
  start: Buffer,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maximumBytes: number,
): ReadableStream<Uint8Array> {
  let passed = start.length;
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(start),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
        return;
      }
      passed += value.length;
      if (passed > maximumBytes) {
        await reader.cancel();
        controller.error(new Error('the document is too large'));
      } else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

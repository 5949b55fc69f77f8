import { request } from '../common/request';
import type { MachineClientId } from './clients';

export interface TokenRequest {
  readonly demoUrl: string;
  readonly clientId: MachineClientId;
  readonly clientSecret: string;
  /** Empty: all scopes that the client may have. */
  readonly scopes?: readonly string[];
}

const ANSWER_MS = 10_000;

/** An access token for the service (RFC 6749 §4.4). Throws an Error with one sentence if it gets none. */
export async function fetchToken({
  demoUrl,
  clientId,
  clientSecret,
  scopes = [],
}: TokenRequest): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const { status, text } = await ask(demoUrl, form.toString(), Buffer.from(pair).toString('base64'));
  if (status !== 200)
    throw new Error(`The identity provider refused ${clientId} a token (${status}): ${text}`);
  const answer = JSON.parse(text) as { access_token?: unknown };
  if (typeof answer.access_token !== 'string') {
    throw new Error(`The identity provider's answer has no access token in it: ${text}`);
  }
  return answer.access_token;
}

async function ask(demoUrl: string, body: string, credentials: string) {
  try {
    return await request(`${demoUrl}/oidc/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
      timeoutMs: ANSWER_MS,
    });
  } catch (error) {
    throw new Error(
      `No identity provider answers at ${demoUrl}; start the demonstration first (npm start).`,
      {
        cause: error,
      },
    );
  }
}

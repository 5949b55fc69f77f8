import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** PEM of the server's certificate authority, if the system does not know it. */
  readonly ca?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** One request over HTTP or HTTPS; certificates are always verified. Rejects if no answer comes in time. */
export async function request(url: string, options: RequestOptions): Promise<Answer> {
  const { method = 'GET', headers = {}, body, ca, timeoutMs, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = send(url, {
      method,
      headers,
      // A separate connection, so that none stays open after the last answer.
      agent: false,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(ca === undefined ? {} : { ca }),
    });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
  return { status: response.statusCode ?? 0, text: await text(response) };
}

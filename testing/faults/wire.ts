import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenHttp } from '@/testing/listen-http';
import { type Certificate, selfSigned } from '@/testing/self-signed';

/** One request as it was received. */
export interface WireRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: IncomingMessage['headers'];
}

/** What a fake answers; `cut`: the connection breaks without a response. */
export type WireAnswer =
  | {
      /** 200 by default. */
      status?: number;
      /** Sent as JSON. */
      body?: unknown;
      /** Sent instead of JSON. */
      text?: string;
      headers?: Record<string, string>;
    }
  | 'cut';

export type AnswerRequest = (request: WireRequest) => WireAnswer | Promise<WireAnswer>;

export interface WireServer {
  url: string;
  /** Every request so far. */
  seen: WireRequest[];
  close(): Promise<void>;
}

/** A server on loopback that speaks real HTTP. */
export async function listen(answer: AnswerRequest, certificate?: Certificate): Promise<WireServer> {
  const seen: WireRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const request = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: await text(incoming),
      headers: incoming.headers,
    };
    seen.push(request);
    const given = await answer(request);
    if (given === 'cut') {
      incoming.socket.destroy();
      return;
    }
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
    response.end(given.text ?? JSON.stringify(given.body));
  };
  const server = await listenHttp((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }, certificate);
  return { url: server.url, seen, close: server.close };
}

/** A server that answers over TLS, and the certificate that a client has to trust. */
export async function listenTls(answer: AnswerRequest): Promise<WireServer & { ca: string }> {
  const certificate = await selfSigned();
  return { ...(await listen(answer, certificate)), ca: certificate.cert };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issuer's price source on a free loopback port. */
export interface PriceServer {
  /** host:port */
  host: string;
  /** Without a query. */
  url: string;
  /** The requests that it got, oldest first. */
  asked: { query: Record<string, string>; accept: string | undefined }[];
  /** The number of connections that it has had, with or without requests. */
  connections: () => number;
  /** Sets its answer from now on. */
  answerWith: (answer: (response: ServerResponse) => void) => void;
  /** Answers with a price and the given other members. */
  charge: (price: string, more?: Record<string, unknown>) => void;
  close: () => Promise<void>;
}

export async function startPriceServer(): Promise<PriceServer> {
  let answer: (response: ServerResponse) => void = (response) => response.writeHead(500).end();
  let connections = 0;
  const asked: PriceServer['asked'] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://prices.test');
    asked.push({ query: Object.fromEntries(searchParams), accept: request.headers.accept });
    answer(response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  const answerWith: PriceServer['answerWith'] = (next) => (answer = next);
  return {
    host,
    url: `http://${host}/prices`,
    asked,
    connections: () => connections,
    answerWith,
    charge: (price, more = {}) =>
      answerWith((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ price, ...more }));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

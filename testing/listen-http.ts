import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './self-signed';

export interface TestServer {
  readonly port: number;
  /** Without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a listener on a free loopback port: with a certificate at https://localhost, else at http://127.0.0.1. */
export async function listenHttp(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
  certificate?: Certificate,
): Promise<TestServer> {
  const handle = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  const server = certificate === undefined ? createServer(handle) : createTlsServer(certificate, handle);
  const host = certificate === undefined ? '127.0.0.1' : 'localhost';
  // The client ends idle connections. If the server did, too, a request could be lost on a slow machine.
  server.keepAliveTimeout = 0;
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${certificate === undefined ? 'http' : 'https'}://${host}:${port}`,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

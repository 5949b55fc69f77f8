import { createServer as createPlainServer, type Server as PlainServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Certificate } from './certificate';
import { problemBody } from './problem';

// The first byte of a TLS handshake record (RFC 8446 §5.1).
const handshake = 22;

interface ListenOptions {
  handle: (request: Request) => Promise<Response>;
  certificate: Certificate;
  host: string;
  port: number;
}

/** A running server. */
export interface Listening {
  /** Takes no new connections, lets requests in flight finish, and resolves when all is closed. */
  close(): Promise<void>;
}

/**
 * Serves over TLS. A client that speaks plain HTTP to the same port is told so, 403, and gets nothing else
 * (specification §1). Rejects with the system's error, such as EADDRINUSE.
 */
export async function listen({ handle, certificate, host, port }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(handle);
  const secure = createTlsServer(
    { ...certificate, requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    (request, response) => void answer(request, response),
  );
  const plain = refusePlain();
  // A server times its requests and closes idle connections once it listens; these two are handed theirs.
  for (const one of [secure, plain]) one.emit('listening');
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('error', () => socket.destroy());
    socket.setTimeout(10_000, () => socket.destroy());
    socket.once('data', (first) => {
      socket.setTimeout(0);
      socket.pause();
      socket.removeAllListeners('timeout');
      socket.unshift(first);
      (first[0] === handshake ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await opened(server, host, port);
  return {
    close: async () => {
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      secure.closeIdleConnections();
      plain.closeAllConnections();
      const last = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, 10_000);
      secure.close();
      await closed;
      clearTimeout(last);
    },
  };
}

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
}

function refusePlain(): PlainServer {
  return createPlainServer((request, response) => {
    request.resume();
    const body = JSON.stringify(problemBody(403, 'HTTPS is required.'));
    response
      .writeHead(403, {
        'content-type': 'application/problem+json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        connection: 'close',
      })
      .end(body);
  });
}

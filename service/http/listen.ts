import {
  createServer as createPlainServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { BlockList, createServer, isIP, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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
  /** Addresses and networks (CIDR) of proxies that end TLS before this server. */
  trustedProxies?: readonly string[];
  /** A client that takes longer to send the head of a request, or all of it, is told 408 (10, 25). */
  headSeconds?: number;
  requestSeconds?: number;
}

/** A running server. */
export interface Listening {
  /** Takes no new connections, lets requests in flight finish, and resolves when all is closed. */
  close(): Promise<void>;
}

/**
 * Serves over TLS. A client that speaks plain HTTP to the same port is told so, 403, and gets nothing else
 * (specification §1), unless it is a trusted proxy that ended TLS itself and says so by X-Forwarded-Proto.
 * Rejects with the system's error, such as EADDRINUSE.
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { certificate, host, port, headSeconds = 10, requestSeconds = 25 } = options;
  const times = {
    headersTimeout: headSeconds * 1000,
    requestTimeout: requestSeconds * 1000,
    connectionsCheckingInterval: Math.min(3, headSeconds) * 1000,
    keepAliveTimeout: 65_000,
  };
  const answer = getRequestListener(options.handle);
  const cameByTls = tlsSaidBy(options.trustedProxies ?? []);
  const secure = createTlsServer({ ...certificate, ...times }, (request, response) => {
    if (cameByTls(request) === false) refusePlain(request, response);
    else void answer(request, response);
  });
  const answerProxy = getRequestListener((request) => options.handle(asSentByTls(request)));
  const plain = createPlainServer(times, (request, response) => {
    if (cameByTls(request) === true) void answerProxy(request, response);
    else refusePlain(request, response);
  });
  for (const one of [secure, plain]) one.on('clientError', refuseMalformed);
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

/** Whether a trusted proxy says that its client came by TLS; undefined from anybody else, whatever they say. */
function tlsSaidBy(proxies: readonly string[]): (request: IncomingMessage) => boolean | undefined {
  // Most services have none, and looking an address up costs a request what its head does.
  if (proxies.length === 0) return () => undefined;
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return ({ socket, headers }) => {
    const { remoteAddress = '', remoteFamily } = socket;
    if (!trusted.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')) return undefined;
    const said = headers['x-forwarded-proto'];
    return said === undefined ? undefined : said === 'https';
  };
}

/** The request as the client sent it to the proxy. */
function asSentByTls(request: Request): Request {
  return new Request(request.url.replace(/^http:/, 'https:'), request);
}

const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

function refusePlain(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(403, problemHeaders).end(JSON.stringify(problemBody(403, 'HTTPS is required.')));
}

/** What is no HTTP, too large a head, or too slow: told in JSON as well, before any request exists. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = malformed.get(error.code ?? '') ?? 400;
  const reason = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify(problemBody(status, reason));
  const headers = { ...problemHeaders, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join('')}\r\n${body}`);
}

const malformed: ReadonlyMap<string, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

import { once } from 'node:events';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import type { Certificate } from './certificate';
import type { RequestLog } from '@/lib/log/request-log';
import type { SecurityLog } from '@/lib/log/security-log';
import type { ConnectionLimits } from '@/lib/network/connections';
import { serverGuard } from '@/lib/network/guarded-server';
import { type Handled, traffic } from '@/lib/network/traffic';
import { anonymousLimit, type AnonymousLimit } from './anonymous-limit';
import { problemBody } from './problem';
import { refuse, wrongHead } from './refuse';

// The first byte of a TLS handshake record (RFC 8446 §5.1).
const handshake = 22;

/** The time limit for a client's first byte, and for the whole handshake. */
const handshakeMilliseconds = 10_000;

/** Ciphers with forward secrecy and authenticated encryption (RFC 9325 §4.2); TLS 1.3 has no others. */
const tls = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const;

interface ListenOptions {
  handle: (request: Request, handled?: Handled) => Promise<Response>;
  certificate: Certificate;
  host: string;
  port: number;
  /** Addresses and networks (CIDR) of proxies that end TLS in front of this server. */
  trustedProxies?: readonly string[];
  /** A client that takes longer to send the head of a request, or all of it, gets 408 (10, 25). */
  headSeconds?: number;
  requestSeconds?: number;
  limits?: ConnectionLimits;
  /** How many requests a network may make in a minute without a token; unlimited if it is left out. */
  openRequestsPerMinute?: number;
  /** Without it no line is written. */
  requestLog?: RequestLog;
  /** Called for refused requests and connections. */
  security?: SecurityLog;
}

export interface Listening {
  /** New connections use this certificate from now on. Throws if it can't be used. */
  renew(certificate: Certificate): void;
  /** Accepts no new connections, finishes the running requests, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/**
 * Serves over TLS. A client that uses plain HTTP on the same port gets only a 403 (specification §1), unless it is
 * a trusted proxy that ended TLS itself and says so by X-Forwarded-Proto. Rejects with the system's error, such as
 * EADDRINUSE.
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { certificate, host, port } = options;
  const guard = serverGuard({ requestSeconds: 25, malformed: { problemOf: problemBody }, ...options });
  const secure = createTlsServer({
    ...certificate,
    ...tls,
    ...guard.settings,
    handshakeTimeout: handshakeMilliseconds,
  });
  // Before its handshake a client can't read an answer, so none is sent.
  secure.removeAllListeners('tlsClientError');
  secure.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
  const plain = createPlainServer(guard.settings);
  const answers = answersOf(options, guard);
  guard.serve(secure, answers.secure, 'secureConnection');
  guard.serve(plain, answers.plain, 'connection');
  for (const one of [secure, plain]) {
    one.on('checkExpectation', (request, response) =>
      refuse(request, response, { status: 417, detail: 'Expectation Failed' }),
    );
    // A server starts its timers only when it listens itself. These two get their connections from another one.
    one.emit('listening');
  }
  const server = createServer({ noDelay: true }, (socket) => {
    if (guard.admit(socket)) giveTo(socket, { secure, plain });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    renew: (renewed) => secure.setSecureContext({ ...renewed, ...tls }),
    close: () => guard.close(server, secure, plain),
  };
}

// No valid token or signature, no scope or TLS, and too many requests.
const refusedStatuses = new Set([401, 403, 429]);

/** Proxies and monitors ask them. */
const probes = new Set(['/healthz', '/readyz']);

function answersOf(
  { handle, openRequestsPerMinute, requestLog }: ListenOptions,
  { isProxy, noteRefusal }: ReturnType<typeof serverGuard>,
): { secure: RequestListener; plain: RequestListener } {
  const limit =
    openRequestsPerMinute === undefined ? undefined : anonymousLimit(openRequestsPerMinute, isProxy);
  const begin = traffic({
    log: requestLog,
    isProxy,
    isMinor: ({ url = '' }) => probes.has(url),
    isKept: false,
  });
  const handling = new WeakMap<IncomingMessage, Handled>();
  const answer = limited(listenerOf(handle, handling), limit);
  const handleProxied: typeof handle = (request, handled) => handle(asSentByTls(request), handled);
  const answerProxy = limited(listenerOf(handleProxied, handling), limit);
  const byTls = (request: Parameters<RequestListener>[0]): boolean | undefined => {
    if (!isProxy(request.socket.remoteAddress)) return undefined;
    const said = request.headers['x-forwarded-proto'];
    return said === undefined ? undefined : said === 'https';
  };
  const checked =
    (send: RequestListener, isAllowed: (cameByTls: boolean | undefined) => boolean): RequestListener =>
    (request, response) => {
      const handled = begin(request, response);
      handling.set(request, handled);
      response.once('finish', () => {
        if (refusedStatuses.has(response.statusCode)) noteRefusal(request, response.statusCode);
      });
      const detail = wrongHead(request);
      if (!isAllowed(byTls(request)))
        refuse(request, response, { status: 403, detail: 'HTTPS is required.' });
      else if (detail !== null) refuse(request, response, { status: 400, detail });
      else handled.run(() => send(request, response));
    };
  return {
    secure: checked(answer, (cameByTls) => cameByTls !== false),
    plain: checked(answerProxy, (cameByTls) => cameByTls === true),
  };
}

/** Makes callers without a token wait if their network sends too many requests. */
function limited(send: RequestListener, limit: AnonymousLimit | undefined): RequestListener {
  if (limit === undefined) return send;
  return (request, response) => {
    // Addresses outside these paths need no token, so a token that is sent to them proves nothing.
    const needsToken = request.url?.startsWith('/v1/') ?? false;
    if (needsToken && request.headers.authorization !== undefined) {
      send(request, response);
      return;
    }
    void limit(request, response).then((seconds) => {
      if (seconds === null) send(request, response);
      else {
        const headers = { 'retry-after': String(seconds) };
        refuse(request, response, { status: 429, detail: 'Too Many Requests', headers });
      }
    });
  };
}

function listenerOf(handle: ListenOptions['handle'], handling: WeakMap<object, Handled>): RequestListener {
  // HTTP/1.0 has no Host header; answers use the configured address.
  const listener = getRequestListener((request, { incoming }) => handle(request, handling.get(incoming)), {
    hostname: 'localhost',
  });
  return (request, response) => void listener(request, response);
}

/** The first byte shows whether a client uses TLS. */
function giveTo(socket: Socket, { secure, plain }: { secure: HttpServer; plain: HttpServer }): void {
  socket.once('error', () => socket.destroy());
  socket.setTimeout(handshakeMilliseconds, () => socket.destroy());
  socket.once('data', (first) => {
    socket.setTimeout(0);
    socket.pause();
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    (first[0] === handshake ? secure : plain).emit('connection', socket);
    process.nextTick(() => socket.resume());
  });
}

/** The request as the client sent it to the proxy. */
function asSentByTls(request: Request): Request {
  return new Request(request.url.replace(/^http:/, 'https:'), request);
}

import {
  createServer as createPlainServer,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import type { Certificate } from './certificate';
import { addressList, type ConnectionLimits, connections, type Connections } from '@/lib/network/connections';
import type { SecurityLog } from '@/lib/log/security-log';
import { clientAddress } from '@/lib/network/client-address';
import { clientNetworks } from '@/lib/network/client-prefix';
import { inTurn, type Watch } from '@/lib/network/in-turn';
import { openLimit, type OpenLimit } from './open-limit';
import { refuse, refuseWhatNodeRefuses } from './refuse';
import { wrongHead } from './request-head';

// The first byte of a TLS handshake record (RFC 8446 §5.1).
const handshake = 22;

/** A client has so long for its first byte, and for the whole handshake. */
const handshakeMilliseconds = 10_000;
/** A connection on which nothing moves for so long, in either direction, is closed: also while a response is written. */
const idleMilliseconds = 65_000;
const longestClosingMilliseconds = 10_000;

/** With forward secrecy and authenticated encryption (RFC 9325 §4.2); TLS 1.3 has no others. */
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
  handle: (request: Request) => Promise<Response>;
  certificate: Certificate;
  host: string;
  port: number;
  /** Addresses and networks (CIDR) of proxies that end TLS before this server. */
  trustedProxies?: readonly string[];
  /** A client that takes longer to send the head of a request, or all of it, is told 408 (10, 25). */
  headSeconds?: number;
  requestSeconds?: number;
  limits?: ConnectionLimits;
  /** How many requests a network may make in a minute without a token; all where it is left out. */
  openRequestsPerMinute?: number;
  /** Told of refused requests and connections. */
  security?: SecurityLog;
}

/** A running server. */
export interface Listening {
  /** From now on new connections have this certificate. Throws when it can't be used. */
  renew(certificate: Certificate): void;
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
  const settings = {
    headersTimeout: headSeconds * 1000,
    requestTimeout: requestSeconds * 1000,
    connectionsCheckingInterval: Math.min(3, headSeconds) * 1000,
    keepAliveTimeout: idleMilliseconds,
    // Told in JSON by our own check.
    requireHostHeader: false,
  };
  const isProxy = addressList(options.trustedProxies ?? []);
  const open = connections(options.limits ?? {}, isProxy, (network) =>
    options.security?.({ event: 'limit_reached', limit: 'connections', network }),
  );
  const answers = answersOf(options, isProxy, open);
  const secure = createTlsServer(
    { ...certificate, ...tls, ...settings, handshakeTimeout: handshakeMilliseconds },
    answers.secure,
  );
  // Before its handshake a client can't read: nothing is told to it.
  secure.removeAllListeners('tlsClientError');
  secure.on('tlsClientError', (_error: Error, socket: TLSSocket) => socket.destroy());
  const plain = createPlainServer(settings, answers.plain);
  refuseWhatNodeRefuses(secure, answers.secure);
  refuseWhatNodeRefuses(plain, answers.plain);
  for (const one of [secure, plain]) {
    one.timeout = idleMilliseconds;
    // A server times its requests and closes idle connections once it listens; these two are handed theirs.
    one.emit('listening');
  }
  secure.on('secureConnection', (stream) => open.opened(stream));
  plain.on('connection', (stream) => open.opened(stream));
  const server = createServer({ noDelay: true }, (socket) => {
    if (open.admit(socket)) giveTo(socket, { secure, plain });
  });
  await opened(server, host, port);
  return {
    renew: (renewed) => secure.setSecureContext({ ...renewed, ...tls }),
    close: () => closeAll(server, [secure, plain], open),
  };
}

// Without a good token or signature, without the scope or TLS, and too many.
const refusedStatuses = new Set([401, 403, 429]);

/** How requests are answered that come by TLS, and those that do not. */
function answersOf(
  {
    handle,
    openRequestsPerMinute,
    security,
  }: Pick<ListenOptions, 'handle' | 'openRequestsPerMinute' | 'security'>,
  isProxy: (address: string | undefined) => boolean,
  watch: Watch,
): { secure: RequestListener; plain: RequestListener } {
  const limit = openRequestsPerMinute === undefined ? undefined : openLimit(openRequestsPerMinute, isProxy);
  const answer = limited(listenerOf(handle), limit);
  const answerProxy = limited(
    listenerOf((request) => handle(asSentByTls(request))),
    limit,
  );
  const noteRefusal = (request: Parameters<RequestListener>[0], status: number): void => {
    if (!refusedStatuses.has(status)) return;
    const { network } = clientNetworks(clientAddress(request, isProxy));
    security?.({ event: 'request_refused', status, network });
  };
  const byTls = (request: Parameters<RequestListener>[0]): boolean | undefined => {
    if (!isProxy(request.socket.remoteAddress)) return undefined;
    const said = request.headers['x-forwarded-proto'];
    return said === undefined ? undefined : said === 'https';
  };
  const checked =
    (send: RequestListener, isAllowed: (cameByTls: boolean | undefined) => boolean): RequestListener =>
    (request, response) => {
      response.once('finish', () => noteRefusal(request, response.statusCode));
      const detail = wrongHead(request);
      if (!isAllowed(byTls(request)))
        refuse(request, response, { status: 403, detail: 'HTTPS is required.' });
      else if (detail !== null) refuse(request, response, { status: 400, detail });
      else send(request, response);
    };
  return {
    secure: inTurn(
      checked(answer, (cameByTls) => cameByTls !== false),
      watch,
    ),
    plain: inTurn(
      checked(answerProxy, (cameByTls) => cameByTls === true),
      watch,
    ),
  };
}

/** Tells callers without a token to wait when there are too many requests of their network. */
function limited(send: RequestListener, limit: OpenLimit | undefined): RequestListener {
  if (limit === undefined) return send;
  return (request, response) => {
    // Addresses beside these need no token: one that is sent there proves nothing.
    const needsToken = request.url?.startsWith('/v1/') ?? false;
    if (needsToken && request.headers.authorization !== undefined) {
      send(request, response);
      return;
    }
    void limit(request, response).then((seconds) => {
      if (seconds === null) send(request, response);
      else refuse(request, response, tooMany(seconds));
    });
  };
}

const tooMany = (seconds: number) => ({
  ...{ status: 429, detail: 'Too Many Requests' },
  headers: { 'retry-after': String(seconds) },
});

function listenerOf(handle: ListenOptions['handle']): RequestListener {
  // HTTP/1.0 has no Host; what answers tell is the configured address.
  const listener = getRequestListener(handle, { hostname: 'localhost' });
  return (request, response) => void listener(request, response);
}

/** The first byte tells whether a client speaks TLS. */
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

function opened(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done();
    });
  });
}

async function closeAll(
  server: Server,
  [secure, plain]: readonly [HttpServer, HttpServer],
  open: Connections,
): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  open.drain();
  const last = setTimeout(() => open.destroyAll(), longestClosingMilliseconds);
  for (const one of [secure, plain]) one.close();
  await closed;
  clearTimeout(last);
}

/** The request as the client sent it to the proxy. */
function asSentByTls(request: Request): Request {
  return new Request(request.url.replace(/^http:/, 'https:'), request);
}

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { SecurityLog } from '../log/security-log';
import { type ConnectionLimits, connections, addressList } from '../network/connections';
import { inTurn } from '../network/in-turn';
import { sendLast, statusOfMalformed } from '../network/last-response';
import { withRequestState } from '../runtime/request-state';
import { clientAddress } from '../network/client-address';
import { clientNetworks } from '../network/client-prefix';
import { readBody, withBody } from './read-body';
import { refusals, refuse, type Refusal } from './refusal';
import { replaceFailure } from './replace-failure';
import { pathOf, refusalOf, webhookPath } from './request-rules';
import { responseHeaders } from './response-headers';

const kB = 1024;
const usualBodySeconds = 30;
const headSeconds = 10;
/** A connection on which nothing moves for so long, in either direction, is closed: also while a response is written. */
const idleMilliseconds = 65_000;
const longestClosingMilliseconds = 10_000;

export interface ListenOptions {
  /** Makes pages: Next. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The address of the shop, without a slash at the end. */
  readonly storefrontUrl: string;
  readonly host: string;
  readonly port: number;
  /** Addresses and networks (CIDR) of proxies, whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly limits?: ConnectionLimits;
  /** A client that takes longer to send the body of a request is told 408 (30). */
  readonly bodySeconds?: number;
  /** Told of what went wrong while a request was answered. */
  readonly onError: (error: unknown) => void;
  readonly security: SecurityLog;
}

export interface Listening {
  /** From now on `/readyz` says that this process stops; all else goes on. */
  announceStop(): void;
  /** Takes no new connections, lets requests in flight finish, and resolves when all is closed. */
  close(): Promise<void>;
}

/** Serves the shop over HTTP. Rejects with the system's error, such as EADDRINUSE. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const isProxy = addressList(options.trustedProxies);
  const open = connections(options.limits ?? {}, isProxy, (network) =>
    options.security({ event: 'limit_reached', limit: 'connections', network }),
  );
  let isStopping = false;
  const requests = inTurn(
    checked(options, isProxy, () => isStopping),
    open,
  );
  const server = createServer(
    {
      headersTimeout: headSeconds * 1000,
      requestTimeout: (usualBodySeconds + 5) * 1000,
      connectionsCheckingInterval: 3_000,
      keepAliveTimeout: idleMilliseconds,
      // Told by our own check, with our headers.
      requireHostHeader: false,
    },
    requests,
  );
  server.timeout = idleMilliseconds;
  server.on('connection', (socket) => {
    if (open.admit(socket)) open.opened(socket);
  });
  refuseMalformed(server, responseHeaders('/', options.storefrontUrl));
  ignoreUpgrades(server);
  // Other expectations than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', requests);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(options.port, options.host, () => {
      server.off('error', fail);
      done();
    });
  });
  return {
    announceStop: () => (isStopping = true),
    close: async () => {
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      open.drain();
      const last = setTimeout(() => open.destroyAll(), longestClosingMilliseconds);
      await closed;
      clearTimeout(last);
    },
  };
}

/** Checks each request, and hands on what may be answered. */
function checked(
  { answer, storefrontUrl, bodySeconds = usualBodySeconds, onError, security }: ListenOptions,
  isProxy: (address: string | undefined) => boolean,
  isStopping: () => boolean,
): RequestListener {
  const { origin, host, protocol } = new URL(storefrontUrl);
  const turnAway = (request: IncomingMessage, response: ServerResponse, refusal: Refusal): void => {
    refuse(request, response, refusal);
    const { network } = clientNetworks(clientAddress(request, isProxy));
    security({ event: 'request_refused', status: refusals[refusal], network });
  };
  const handOn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request.url ?? '');
    for (const [name, value] of Object.entries(responseHeaders(path, storefrontUrl))) {
      response.setHeader(name, value);
    }
    const refusal = refusalOf(request, origin);
    if (refusal !== null) {
      turnAway(request, response, refusal);
      return;
    }
    if (path === '/healthz') {
      // Without Next: the process runs, however many pages wait.
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end('{"status":"ok"}');
      return;
    }
    if (path === '/readyz' && isStopping()) {
      response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end('{"status":"stopping"}');
      return;
    }
    const limits = { bytes: (path === webhookPath ? 256 : 64) * kB, seconds: bodySeconds };
    const body = request.method === 'POST' ? await readBody(request, limits) : undefined;
    if (body === null) return;
    if (typeof body === 'number') {
      turnAway(request, response, body === 413 ? 'large' : 'slow');
      return;
    }
    const whole = body === undefined ? request : withBody(request, body);
    tell(whole, { host, protocol, address: clientAddress(request, isProxy) });
    const state = { hasBegun: false, isDatabaseAway: false };
    replaceFailure(whole, response, state);
    await withRequestState(state, () => answer(whole, response));
  };
  return (request, response) => {
    handOn(request, response).catch((error: unknown) => {
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, 'unavailable');
    });
  };
}

/** Tells Next what is so, instead of what a client or a proxy wrote into these headers. */
function tell(
  { headers }: IncomingMessage,
  { host, protocol, address }: { host: string; protocol: string; address: string },
): void {
  for (const name of Object.keys(headers)) {
    if (/^x-(middleware|invoke|nextjs|forwarded|action-forwarded)/.test(name))
      Reflect.deleteProperty(headers, name);
  }
  Object.assign(headers, {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': address,
  });
}

/** Answers what comes before any request exists: no HTTP, too large a head, too slow, and CONNECT. */
function refuseMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  const refuseConnection = (socket: Duplex, status: number): void =>
    sendLast(socket, status, { status, title: STATUS_CODES[status] }, headers);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOfMalformed(error);
    if (status === null) socket.destroy();
    else refuseConnection(socket, status);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseConnection(socket, 405));
}

/**
 * Answers a request for another protocol as if it had not asked for one (RFC 9110 §7.8). Next listens for WebSockets on
 * the server that it finds behind its first request, has none, and leaves the connection open, past every limit here.
 */
function ignoreUpgrades(server: Server): void {
  server.on('newListener', (event: string, listener: (...args: unknown[]) => void) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener));
  });
}

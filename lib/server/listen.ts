import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { RequestLog } from '../log/request-log';
import type { SecurityLog } from '../log/security-log';
import { durations } from '../metrics/registry';
import type { ConnectionLimits } from '../network/connections';
import { serverGuard } from '../network/guarded-server';
import { traffic } from '../network/traffic';
import type { Config } from '../runtime/config';
import { newRequestState, withRequestState } from '../runtime/request-state';
import { clientAddress } from '../network/client-prefix';
import { plainBody } from './request/plain-body';
import { bodyReader, withBody } from './request/read-body';
import { refusals, refuse, type Refusal } from './request/refusal';
import { replaceFailure } from './replace-failure';
import { feedPath, ownAddress, pathOf, findRefusal, webhookPath } from './request/request-rules';
import { responseHeaders } from './response-headers';
import type { RouteOf } from './route-patterns';

const usualBodySeconds = 30;

export interface ListenOptions extends Pick<Config['listen'], 'host' | 'port' | 'trustedProxies'> {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Answers a request before it was checked, if it can do so without waiting; else returns false. */
  readonly answerNow?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Whether the sender of a request is a member of staff who may upload a feed; nobody, when left out. */
  readonly mayUpload?: (request: IncomingMessage) => Promise<boolean>;
  /** The shop's address, without a slash at the end. */
  readonly storefrontUrl: string;
  readonly limits?: ConnectionLimits;
  /** A client that takes longer (seconds) to send the body of a request gets 408 (default 30). */
  readonly bodySeconds?: number;
  readonly onError: (error: unknown) => void;
  /** Without it no line is written. */
  readonly requestLog?: RequestLog;
  readonly routeOf?: RouteOf;
  readonly security: SecurityLog;
}

export type Listening = Awaited<ReturnType<typeof listen>>;

/** Rejects with the system's error, for example EADDRINUSE. */
export async function listen(options: ListenOptions) {
  const guard = serverGuard({
    ...options,
    requestSeconds: usualBodySeconds + 5,
    malformed: {
      problemOf: (status, title) => ({ status, title }),
      headers: responseHeaders('/', options.storefrontUrl),
    },
  });
  let isStopping = false;
  const server = createServer(guard.settings);
  server.on('connection', guard.admit);
  guard.serve(
    server,
    checked(options, guard, () => isStopping),
    'connection',
  );
  ignoreUpgrades(server);
  // Other expectations than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    /** From now on `/readyz` says that this process stops; everything else continues. */
    announceStop: () => {
      isStopping = true;
    },
    /** Lets requests in flight finish, and resolves when everything is closed. */
    close: (): Promise<void> => guard.close(server),
  };
}

const requestSeconds = durations({
  name: 'storefront_request_seconds',
  help: 'How long answers took until they were sent, by kind and status; without kept pages and probes',
  labelNames: ['kind', 'status'],
});

const isMinor = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/_next/static/') || probes.has(pathOf(url));

/** Proxies and monitors ask them, not visitors. */
const probes = new Set(['/healthz', '/readyz']);

/** Until the answer is sent, or the visitor has left. */
function measure({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  const path = pathOf(url);
  if (probes.has(path)) return;
  const place = path.startsWith('/_next/') ? 'file' : path.startsWith('/api/') ? 'api' : 'page';
  const kind =
    place !== 'page' ? place : method === 'POST' ? 'form' : headers['rsc'] === undefined ? 'page' : 'data';
  response.once('close', () =>
    requestSeconds.observe({ kind, status: response.statusCode }, (performance.now() - began) / 1000),
  );
}

const refusalOfBody = { 408: 'slow', 413: 'large', 503: 'unavailable' } as const;

/** Answers a request that can't be answered at once. */
function afterChecks(
  {
    answer,
    mayUpload = () => Promise.resolve(false),
    storefrontUrl,
    bodySeconds = usualBodySeconds,
  }: ListenOptions,
  { isProxy, noteRefusal }: ReturnType<typeof serverGuard>,
  isStopping: () => boolean,
): ListenOptions['answer'] {
  const { origin } = new URL(storefrontUrl);
  const own = ownAddress(storefrontUrl);
  const bodies = bodyReader(bodySeconds, mayUpload);
  const turnAway = (request: IncomingMessage, response: ServerResponse, refusal: Refusal): void => {
    refuse(request, response, refusal);
    noteRefusal(request, refusals[refusal]);
  };
  return async (request, response) => {
    const path = pathOf(request.url ?? '');
    for (const [name, value] of Object.entries(responseHeaders(path, storefrontUrl))) {
      response.setHeader(name, value);
    }
    const refusal = findRefusal(request, origin);
    if (refusal !== null) {
      turnAway(request, response, refusal);
      return;
    }
    // Answered without Next: the process is alive, however many pages wait.
    const state = path === '/healthz' ? 'ok' : path === '/readyz' && isStopping() ? 'stopping' : null;
    if (state !== null) {
      tellState(response, state);
      return;
    }
    const body = request.method === 'POST' ? await bodies.read(request, path) : undefined;
    if (body === null) return;
    if (typeof body === 'number') {
      turnAway(request, response, refusalOfBody[body]);
      return;
    }
    const whole = body === undefined ? request : withBody(request, plainForm(request, path, body));
    tell(whole, { ...own, 'x-forwarded-for': clientAddress(request, isProxy) });
    await inRequestState(whole, response, answer);
  };
}

function checked(
  options: ListenOptions,
  guard: ReturnType<typeof serverGuard>,
  isStopping: () => boolean,
): RequestListener {
  const { answerNow, onError, requestLog, routeOf = () => null } = options;
  const { isProxy } = guard;
  const handOn = afterChecks(options, guard, isStopping);
  const begin = traffic({ log: requestLog, isProxy, isMinor, isKept: true });
  return (request, response) => {
    const fail = (error: unknown): void => {
      onError(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, 'unavailable');
    };
    try {
      // Such a page costs less than a line about it, and so do those that a proxy has kept.
      if (answerNow?.(request, response) === true) return;
      const handled = begin(request, response);
      handled.route = routeOf(pathOf(request.url ?? ''));
      measure(request, response);
      void handled.run(() => handOn(request, response).catch(fail));
    } catch (error) {
      fail(error);
    }
  };
}

function inRequestState(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ListenOptions['answer'],
): ReturnType<ListenOptions['answer']> {
  const state = newRequestState(pathOf(request.url ?? ''));
  replaceFailure(request, response, state);
  return withRequestState(state, () => answer(request, response));
}

function tellState(response: ServerResponse, status: 'ok' | 'stopping'): void {
  response.writeHead(status === 'ok' ? 200 : 503, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ status }));
}

/** The body of a form, without characters that no text may have; what is signed or a file stays as it is. */
function plainForm({ headers }: IncomingMessage, path: string, body: Buffer): Buffer {
  return path === webhookPath || path === feedPath ? body : plainBody(body, headers['content-type']);
}

/** Replaces what a client or a proxy wrote into these headers by verified values for Next. */
function tell({ headers }: IncomingMessage, verified: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) {
    const isOurs =
      /^(x-(middleware|invoke|nextjs|next-intl|forwarded|action-forwarded)|content-security-policy)/;
    if (isOurs.test(name)) Reflect.deleteProperty(headers, name);
  }
  Object.assign(headers, verified);
}

/**
 * Answers an upgrade request as if it had not asked for another protocol (RFC 9110 §7.8). Next adds an
 * upgrade listener to the server of its first request, has no WebSockets, and would leave the connection open
 * beyond every time limit.
 */
function ignoreUpgrades(server: Server): void {
  server.on('newListener', (event: string, listener: (...args: unknown[]) => void) => {
    if (event === 'upgrade') queueMicrotask(() => server.off('upgrade', listener));
  });
}

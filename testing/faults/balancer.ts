import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { Agent, type Dispatcher, fetch, Pool } from 'undici';

// A load balancer like nginx or that of a cloud: it checks whether each instance is ready, sends requests to ready
// ones over kept-alive connections, and repeats no request.

/** A server behind the load balancer. */
export interface Instance {
  /** Without a slash at the end. */
  readonly url: string;
  /** The authority of its certificate (PEM), if it uses TLS. */
  readonly ca?: string;
}

/** A request that the load balancer has passed on, and its result. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  /** The index of its instance in the list. */
  readonly to: number;
  readonly status: number;
}

export interface Balancer {
  readonly url: string;
  /** The indexes of the instances that are ready now. */
  ready(): readonly number[];
  /** The requests whose answers have begun so far, in the order of their answers. */
  passed(): readonly Passed[];
  close(): Promise<void>;
}

export interface BalancerOptions {
  /** The port on which it listens; by default a free one. */
  readonly port?: number;
  /** Ends TLS with this certificate (PEM). */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Which of the ready instances gets a request; by default a random one. */
  readonly choose?: (ready: readonly number[], request: IncomingMessage) => number | undefined;
}

const checkMilliseconds = 100;
const atRandom = (ready: readonly number[]) => ready[Math.floor(Math.random() * ready.length)];

/** Headers of a single connection (RFC 9110 §7.6.1), and those that undici sets itself. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer']);

/**
 * Starts a load balancer on localhost for these instances. A request gets 503 if no instance is ready, and 502 if
 * its instance fails.
 */
export async function startBalancer(
  instances: readonly Instance[],
  { port = 0, tls, choose = atRandom }: BalancerOptions = {},
): Promise<Balancer> {
  const ready = new Set<number>();
  const passed: Passed[] = [];
  const checking = new AbortController();
  const pools = instances.map(({ url, ca }) => new Pool(url, { ...connectTo(ca), connections: 32 }));
  const checks = instances.map((instance, place) => check(instance, place, ready, checking.signal));
  const readyNow = () => [...ready].sort((a, b) => a - b);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const to = choose(readyNow(), request);
    const pool = to === undefined ? undefined : pools[to];
    if (to === undefined || pool === undefined) {
      response.writeHead(503).end();
      return;
    }
    const answered = await passOn(pool, request, tls === undefined ? 'http' : 'https');
    // Before the body: a browser shows a page before all of it has come.
    passed.push({ method: request.method ?? '', path: request.url ?? '', to, status: answered.statusCode });
    response.writeHead(answered.statusCode, withoutConnection(answered.headers));
    await pipeline(answered.body, response);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls === undefined ? 'http' : 'https'}://localhost:${(server.address() as AddressInfo).port}`,
    ready: readyNow,
    passed: () => passed,
    close: async () => {
      checking.abort();
      server.close();
      server.closeAllConnections();
      await Promise.all([...checks, ...pools.map((pool) => pool.destroy())]);
    },
  };
}

function connectTo(ca: string | undefined): { connect?: { ca: string } } {
  return ca === undefined ? {} : { connect: { ca } };
}

/** Sends a request to an instance; resolves to the head of its response. */
async function passOn(
  pool: Pool,
  request: IncomingMessage,
  protocol: string,
): Promise<Dispatcher.ResponseData> {
  const { 'x-forwarded-for': before, ...headers } = request.headers;
  const address = request.socket.remoteAddress ?? '';
  const body = await buffer(request);
  return pool.request({
    method: request.method as 'GET',
    path: request.url ?? '/',
    headers: {
      ...withoutConnection(headers),
      'x-forwarded-for': before === undefined ? address : `${before.toString()}, ${address}`,
      'x-forwarded-proto': protocol,
    },
    body: body.length === 0 ? null : body,
  });
}

function withoutConnection<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
}

/** Checks ten times a second whether an instance is ready, each time on a new connection. */
async function check({ url, ca }: Instance, place: number, ready: Set<number>, until: AbortSignal) {
  while (!until.aborted) {
    const dispatcher = new Agent({ ...connectTo(ca), pipelining: 0 });
    const answer = await fetch(`${url}/readyz`, { dispatcher }).catch(() => null);
    if (answer?.status === 200) ready.add(place);
    else ready.delete(place);
    await dispatcher.destroy();
    await setTimeout(checkMilliseconds);
  }
}

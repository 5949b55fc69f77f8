import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from './clock';

export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due on the way, in order. */
  advance(ms: number): void;
  /** When what is set to run is due, soonest first. */
  alarms(): number[];
}

/** A clock that stands still until it is told to move. */
export function manualClock(start = Date.now()): ManualClock {
  let now = start;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    alarms: () => [...timers].map(({ at }) => at).sort((a, b) => a - b),
    advance: (ms) => {
      const target = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= target).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = target;
    },
  };
}

/** A folder of its own for a test, with the way to remove it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'demo-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface TestServer {
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a request listener on a free loopback port. */
export async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<TestServer> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** A fetch that keeps cookies as a browser does, by name and path, and follows no redirect by itself. */
export function cookieKeepingFetch(): (url: string, init?: RequestInit) => Promise<Response> {
  const jar = new Map<string, { name: string; value: string; path: string }>();
  return async (url, init = {}) => {
    const { pathname } = new URL(url);
    const cookies = [...jar.values()].filter(({ path }) => pathname.startsWith(path));
    const headers = new Headers(init.headers);
    if (cookies.length > 0) headers.set('cookie', cookies.map((c) => `${c.name}=${c.value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return response;
  };
}

function keep(jar: Map<string, { name: string; value: string; path: string }>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = pair.split('=', 2);
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
  if (value === '') jar.delete(`${name} ${path}`);
  else jar.set(`${name} ${path}`, { name, value, path });
}

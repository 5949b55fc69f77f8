import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import type { SecurityEvent } from '@/lib/log/security-log';
import { type Certificate, localCertificate } from './certificate';
import { listen, type Listening } from './listen';

let folder: string;
let certificate: Certificate;
let agent: Agent;
let port: number;
let server: Listening;
let events: SecurityEvent[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anonymous-limit-'));
  certificate = await localCertificate(folder, 'localhost', new Date());
  agent = new Agent({ connect: { rejectUnauthorized: false } });
});
afterAll(async () => {
  await agent.destroy();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  port = await freePort();
  events = [];
  server = await listen({
    handle: ({ url }) =>
      Promise.resolve(new Response('', { status: url.endsWith('/files/there') ? 200 : 404 })),
    certificate,
    host: '127.0.0.1',
    port,
    trustedProxies: ['127.0.0.1'],
    openRequestsPerMinute: 3,
    security: (event) => events.push(event),
  });
});
afterEach(() => server.close());

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`https://127.0.0.1:${port}${path}`, { dispatcher: agent, headers });
  return { status: answer.status, wait: answer.headers.get('retry-after'), body: await answer.text() };
}

const statuses = async (times: number, path: string, headers: Record<string, string> = {}) => {
  const found: number[] = [];
  for (let each = 0; each < times; each += 1) found.push((await ask(path, headers)).status);
  return found;
};

it('a network that sends too many requests without a token has to wait, and is told how long', async () => {
  expect(await statuses(5, '/docs')).toEqual([404, 404, 404, 429, 429]);
  const { wait, body } = await ask('/docs');
  expect(Number(wait)).toBeGreaterThan(0);
  expect(Number(wait)).toBeLessThanOrEqual(60);
  expect(JSON.parse(body)).toMatchObject({ status: 429 });
  expect(events).toEqual(Array(3).fill({ event: 'request_refused', status: 429, network: '127.0.0.0/24' }));
});

it('this does not affect other networks, callers with a token and health checks', async () => {
  const neighbour = { 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': 'https' };
  expect(await statuses(4, '/docs')).toContain(429);
  expect(await statuses(4, '/docs', { ...neighbour, 'x-forwarded-for': '198.51.100.1' })).toContain(429);
  expect((await ask('/docs', neighbour)).status).toBe(429);
  expect(await statuses(3, '/docs', { ...neighbour, 'x-forwarded-for': '203.0.113.1' })).not.toContain(429);
  expect(await statuses(9, '/v1/ticketing/catalogs', { authorization: 'Bearer any' })).not.toContain(429);
  expect(await statuses(9, '/readyz')).not.toContain(429);
});

it('a token has no effect at an address that needs none', async () => {
  expect(await statuses(4, '/openapi.json', { authorization: 'Bearer any' })).toContain(429);
});

it('downloads by a signed address do not count, and wrong download addresses do', async () => {
  expect(await statuses(9, '/files/there')).not.toContain(429);
  expect(await statuses(4, '/files/invented')).toContain(429);
});

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Agent, fetch, Pool } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/lib/database/postgres-testing';
import { startIssuer, startProgram, type TestIssuer, type TestProgram } from './program-testing';

// Two instances behind a balancer as nginx or a cloud has it: it asks each instance whether it is ready, sends requests
// to those that are, over connections that it keeps, and repeats nothing.

let database: TestServer;
let issuer: TestIssuer;
let programs: readonly TestProgram[] = [];
let balancer: Server;
let url: string;
const ready = new Set<TestProgram>();
const pools = new Map<TestProgram, Pool>();
const checking = new AbortController();

beforeAll(async () => {
  [database, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  const env = { DRAIN_SECONDS: '1' };
  const options = { databaseUrl: await database.createDatabase(), issuer, env };
  programs = await Promise.all([startProgram(options), startProgram(options)]);
  for (const program of programs) {
    const ca = await readFile(join(program.folder, 'tls/ca.pem'), 'utf8');
    pools.set(program, new Pool(`https://localhost:${program.port}`, { connect: { ca }, connections: 32 }));
    void check(program);
  }
  balancer = createServer((request, response) => {
    const [program] = [...ready].sort(() => Math.random() - 0.5);
    const pool = program === undefined ? undefined : pools.get(program);
    if (pool === undefined) {
      response.writeHead(503).end();
      return;
    }
    const { authorization = '' } = request.headers;
    pool
      .request({ method: 'GET', path: request.url ?? '/', headers: { authorization } })
      .then(async ({ statusCode, body }) => response.writeHead(statusCode).end(await body.text()))
      .catch(() => response.writeHead(502).end());
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  checking.abort();
  balancer.close();
  balancer.closeAllConnections();
  await Promise.all([...pools.values()].map((pool) => pool.destroy()));
  await Promise.all(programs.map((program) => program.close()));
  issuer.close();
  await database.stop();
});

/** Asks an instance ten times a second whether it is ready, each time on a new connection. */
async function check(program: TestProgram): Promise<void> {
  const ca = await readFile(join(program.folder, 'tls/ca.pem'), 'utf8');
  while (!checking.signal.aborted) {
    const dispatcher = new Agent({ connect: { ca }, pipelining: 0 });
    const answer = await fetch(`https://localhost:${program.port}/readyz`, { dispatcher }).catch(() => null);
    if (answer?.status === 200) ready.add(program);
    else ready.delete(program);
    await dispatcher.destroy();
    await setTimeout(100);
  }
}

it(
  'of 5,000 requests none fails while both instances are restarted, one after the other',
  { timeout: 180_000 },
  async () => {
    const token = await issuer.token('reseller');
    await expect.poll(() => ready.size, { timeout: 10_000 }).toBe(2);
    const statuses = new Map<number, number>();
    let isRestarting = true;
    let asked = 0;
    const clients = Array.from({ length: 20 }, async () => {
      while (isRestarting || asked < 5_000) {
        asked += 1;
        const answer = await fetch(`${url}${addresses.catalogs()}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.text();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    });
    for (const program of programs) {
      expect(await program.stop()).toBe(0);
      await program.start();
      await expect.poll(() => ready.size, { timeout: 30_000 }).toBe(2);
    }
    isRestarting = false;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(5_000);
  },
);

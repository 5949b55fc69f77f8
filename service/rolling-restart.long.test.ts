import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Balancer, startBalancer } from '@/testing/faults/balancer';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram, tokenFor } from '@/testing/ticketing-service/program';

let database: TestServer;
let issuer: Issuer;
let programs: readonly TestProgram[] = [];
let balancer: Balancer;

beforeAll(async () => {
  [database, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  const env = { DRAIN_SECONDS: '1' };
  const options = { databaseUrl: await database.createDatabase(), issuer, env };
  programs = await Promise.all([startProgram(options), startProgram(options)]);
  const instances = programs.map(async ({ folder, port }) => ({
    url: `https://localhost:${port}`,
    ca: await readFile(join(folder, 'tls/ca.pem'), 'utf8'),
  }));
  balancer = await startBalancer(await Promise.all(instances));
}, 120_000);
afterAll(async () => {
  await balancer.close();
  await Promise.all(programs.map((program) => program.close()));
  await issuer.close();
  await database.stop();
});

it(
  'none of 5,000 requests fails while both instances are restarted, one after the other',
  { timeout: 180_000 },
  async () => {
    const token = await tokenFor(issuer, 'reseller');
    await expect.poll(() => balancer.ready().length, { timeout: 10_000 }).toBe(2);
    const statuses = new Map<number, number>();
    let isRestarting = true;
    let asked = 0;
    const clients = Array.from({ length: 20 }, async () => {
      while (isRestarting || asked < 5_000) {
        asked += 1;
        const answer = await fetch(`${balancer.url}${addresses.catalogs()}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.text();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    });
    for (const program of programs) {
      expect(await program.stop()).toBe(0);
      await program.start();
      await expect.poll(() => balancer.ready().length, { timeout: 30_000 }).toBe(2);
    }
    isRestarting = false;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
    expect(statuses.get(200)).toBeGreaterThanOrEqual(5_000);
  },
);

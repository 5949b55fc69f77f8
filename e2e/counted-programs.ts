import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { Client } from 'pg';
import { type Counted, type CountingServer, startCountingPostgres } from '@/testing/database/counted';
import { type RunningPrograms, startPrograms } from '../demo/run-programs';
import { freePorts } from './start-programs';

/** All three programs, one process of each, on a PostgreSQL that counts their statements. */
export interface CountedPrograms extends RunningPrograms {
  readonly server: CountingServer;
  /** The databases. */
  readonly urls: Readonly<Record<'service' | 'storefront', string>>;
  /** The calls to the service since the last time. */
  takeCalls(): Promise<string[]>;
  /** Resolves when nothing is left to do for a purchase but to end what is held. */
  untilRest(): Promise<void>;
}

/** The poll of the service that begins a transaction. */
const sweep = /from ticketing\.hold\s+where expires_at/;

/** How many of them there are depends on the time that passes: one a second, and one after each job. */
const polls = [
  /^with wanted as/,
  /^(\/\* rest \*\/ )?select \(select count\(\*\) from storefront\.job/,
  sweep,
  /^select max\(started_at\)::text as until/,
  /from ticketing\.catalog where id =/,
];
export const isPoll = new RegExp(polls.map(({ source }) => source).join('|'));

/** Without the transactions of polls. */
export function transactionsOf({ transactions, statements }: Counted): number {
  return statements.reduce((left, { text, count }) => (sweep.test(text) ? left - count : left), transactions);
}

export async function startCountedPrograms(): Promise<CountedPrograms> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-cost-'));
  const callsFile = join(dataDir, 'calls');
  await writeFile(callsFile, '');
  const writeCalls = pathToFileURL('testing/requests-of-program.mjs').href;
  const server = await startCountingPostgres();
  const clear = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const urls = { service: await server.createDatabase(), storefront: await server.createDatabase() };
  const programs = await startPrograms({
    ports: await freePorts(),
    dataDir,
    envOf: {
      service: {
        DATABASE_URL: urls.service,
        SERVICE_PROCESSES: '1',
        NODE_OPTIONS: `--import=${writeCalls}`,
        REQUESTS_FILE: callsFile,
      },
      storefront: { DATABASE_URL: urls.storefront, STOREFRONT_PROCESSES: '1' },
    },
  }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  return {
    ...programs,
    server,
    urls,
    takeCalls: async () => {
      const calls = (await readFile(callsFile, 'utf8')).split('\n').filter((line) => line.includes(' /v1/'));
      await truncate(callsFile);
      return calls;
    },
    untilRest: () => untilRest(urls.storefront),
    stop: async () => {
      await programs.stop();
      await clear();
    },
  };
}

async function untilRest(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const left = `/* rest */ select (select count(*) from storefront.job where kind in ('order', 'paid_webhook', 'mail'))
    + (select count(*) from storefront.checkout where customer is not null and persons_indexed is null) as count`;
  const count = async () => Number((await client.query<{ count: string }>(left)).rows[0]?.count);
  await expect.poll(count).toBe(0);
  await client.end();
}

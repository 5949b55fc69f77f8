import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { reservationSchema } from '../contract/reservation';
import type { Database } from '../database/database';
import { openDatabase } from '../database/open-database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { findCheckout } from './data/checkout-store';
import { openShopDatabase, shopTables } from '@/testing/shop/tables';
import { findOrders } from './flows/lookup/find-orders';
import { readHolds } from './data/hold-store';
import { readPayments } from './data/payment-store';
import { startTestShop } from '@/testing/shop/test-shop';
import { readTimeline } from './data/timeline-store';

/**
 * What the previous release (7f18ad2) sent to its database, recorded with the same fakes: a purchase, a
 * refunded one, and one that was abandoned. A time is recorded as milliseconds after the beginning.
 */
const recordingSchema = z.object({
  statements: z.array(z.string()),
  steps: z.array(
    z.object({
      part: z.string(),
      statement: z.int(),
      params: z.array(
        z.union([z.string(), z.number(), z.boolean(), z.null(), z.object({ after: z.number() })]),
      ),
      /** How many rows it returned, or changed. */
      count: z.int(),
      /** Steps of one transaction have the same number. */
      transaction: z.int().optional(),
    }),
  ),
});
type Step = z.infer<typeof recordingSchema>['steps'][number];

/** The last migration of the previous release. */
const lastMigration = 2;

let recording: z.infer<typeof recordingSchema>;
let server: TestServer;
let previousMigrations: string;

beforeAll(async () => {
  recording = recordingSchema.parse(JSON.parse(await readFile('testing/shop/previous-release.json', 'utf8')));
  previousMigrations = await mkdtemp(join(tmpdir(), 'previous-'));
  await cp(shopTables.migrations, previousMigrations, { recursive: true });
  const journalFile = join(previousMigrations, 'meta/_journal.json');
  const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int() })) });
  const journal = journalSchema.parse(JSON.parse(await readFile(journalFile, 'utf8')));
  const entries = journal.entries.filter(({ idx }) => idx <= lastMigration);
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
  await rm(previousMigrations, { recursive: true });
});

/** A database that the previous release has made. */
async function previousDatabase(): Promise<string> {
  const url = await server.createDatabase();
  const database = await openDatabase({
    ...{ url, folder: '', migrations: previousMigrations, schema: shopTables.schema },
  });
  await database.close();
  return url;
}

/** A process of the previous release: sends the recorded statements, and expects the recorded results. */
async function previousProcess(url: string) {
  const client = new Client(url);
  await client.connect();
  const began = Date.now();
  const send = async ({ part, statement, params, count }: Step) => {
    const values = params.map((value) =>
      typeof value === 'object' && value !== null ? new Date(began + value.after).toISOString() : value,
    );
    const text = recording.statements[statement] ?? '';
    const { rowCount } = await client.query(text, values);
    expect(rowCount, `${part}: ${text}`).toBe(count);
  };
  return {
    replay: async (isPart: (part: string) => boolean) => {
      let open: number | undefined;
      for (const step of recording.steps.filter(({ part }) => isPart(part))) {
        if (open !== undefined && open !== step.transaction) await client.query('commit');
        if (step.transaction !== undefined && open !== step.transaction) await client.query('begin');
        open = step.transaction;
        await send(step);
      }
      if (open !== undefined) await client.query('commit');
    },
    close: () => client.end(),
  };
}

const isBeforePaid = (part: string) => part === 'bought: to the payment page' || part === 'bought: paid';

const stateRow = z.object({ id: z.string(), state: z.string() });
const states = (database: Database) =>
  database.rows(stateRow, sql`select id, state from storefront.checkout order by created_at`);

describe('a process of the previous release running at the same time as this release', () => {
  it('continues its purchases while and after this release changes the tables', async () => {
    const url = await previousDatabase();
    const previous = await previousProcess(url);
    await previous.replay(isBeforePaid);
    const database = await openShopDatabase(url, 2);
    await previous.replay((part) => !isBeforePaid(part));
    await previous.close();
    expect((await states(database)).map(({ state }) => state)).toEqual(['ordered', 'refunded', 'expired']);
    await database.close();
  });

  it('leaves rows that this release can read', async () => {
    const url = await previousDatabase();
    const previous = await previousProcess(url);
    await previous.replay(() => true);
    await previous.close();
    const database = await openShopDatabase(url, 2);
    for (const { id, state } of await states(database)) {
      const checkout = await findCheckout(database, id);
      expect(checkout).toMatchObject({ state, anonymisedAt: null });
      expect(await findOrders(database, checkout?.reference ?? '')).toMatchObject([{ id }]);
      expect((await readPayments(database, id)).length).toBe(1);
      expect((await readTimeline(database, id)).length).toBeGreaterThan(2);
    }
    await database.close();
  });

  it('leaves a paid purchase that this release orders', async () => {
    const url = await previousDatabase();
    const previous = await previousProcess(url);
    await previous.replay(isBeforePaid);
    await previous.close();
    const shop = await startTestShop({ database: await openShopDatabase(url, 4) });
    const { database } = shop.context;
    const [paid] = await states(database);
    const id = paid?.id ?? '';
    expect(paid?.state).toBe('paid');
    for (const { reservation } of await readHolds(database, id)) {
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      shop.ticketing.reservations.set(reservation.id, reservationSchema.parse({ ...reservation, expiresAt }));
    }
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.mailbox.mails).toHaveLength(1);
    await shop.close();
  });
});

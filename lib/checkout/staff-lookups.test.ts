import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database, Reader } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { openShopDatabase } from './database-testing';
import { explain } from './explain-testing';
import { filledId, filledReference, fillShop, frequentEmail } from './filled-shop-testing';
import { findByReferences, findOfGuest, findOrders, mostFound } from './find-orders';
import { readTimeline } from './timeline-store';

const orders = 20_000;
// A lookup of one order reads some 20 pages, one of 50 orders some 500; reading one of the tables reads thousands.
const mostPages = 800;

let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 2);
  await fillShop(database, { orders, begin: new Date('2026-01-01'), spacingMilliseconds: 60_000 });
  await database.transaction((transaction) => transaction.run(sql`analyze`));
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

/** How many pages of 8 kB PostgreSQL reads for the statements of some work, and what the work finds. */
async function pagesOf<Found>(
  work: (reader: Reader) => Promise<Found>,
): Promise<{ pages: number; found: Found }> {
  const { found, plans } = await explain(database, work);
  const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
  expect(pages).toBeGreaterThan(0);
  return { pages, found };
}

describe(`a lookup of the staff among ${orders} orders reads only what it needs`, () => {
  const n = 12_345;
  const references = (found: { reference: string }[]) => found.map(({ reference }) => reference);

  it.each([
    ['our reference', filledReference(n)],
    ['our reference without its hyphen', filledReference(n).replace('-', '').toLowerCase()],
    ["the service's reference", `s-${n}`],
    ["the service's identifier of the order", filledId('order', n)],
    ['the e-mail of a customer', `Customer-${n}@shop.test`],
  ])('by %s', async (_what, query) => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, query));
    expect(references(found)).toEqual([filledReference(n)]);
    expect(pages).toBeLessThan(mostPages);
  });

  it('by the e-mail of a customer with more orders than are shown', async () => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, frequentEmail));
    expect(found).toHaveLength(mostFound);
    expect(pages).toBeLessThan(mostPages);
  });

  it('that finds nothing', async () => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, 'NONE-SUCH'));
    expect(found).toEqual([]);
    expect(pages).toBeLessThan(mostPages);
  });

  it('by references that the service told, by a browser, and in the timeline', async () => {
    const told = await pagesOf((reader) => findByReferences(reader, [filledReference(n)]));
    expect(references(told.found)).toEqual([filledReference(n)]);
    expect(told.pages).toBeLessThan(mostPages);
    const [browser] = await database.rows(
      z.object({ hash: z.string() }),
      sql`select md5(${`browser/${n}`}) as hash`,
    );
    const seen = await pagesOf((reader) => findOfGuest(reader, browser?.hash ?? ''));
    expect(references(seen.found)).toEqual([filledReference(n)]);
    expect(seen.pages).toBeLessThan(mostPages);
    const timeline = await pagesOf((reader) => readTimeline(reader, filledId('checkout', n)));
    expect(timeline.found).toHaveLength(5);
    expect(timeline.pages).toBeLessThan(mostPages);
  });

  it('and one that casts the identifier reads the whole table: the limit of this test shows it', async () => {
    const { pages } = await pagesOf((reader) =>
      reader.rows(
        z.object({ id: z.string() }),
        sql`select checkout_id as id from storefront.placed_order where id::text = ${filledId('order', n)}`,
      ),
    );
    expect(pages).toBeGreaterThan(mostPages);
  });
});

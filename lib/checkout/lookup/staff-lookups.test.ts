import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database, Reader } from '../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/checkout/tables';
import { explain } from '@/testing/database/explain';
import { filledId, filledReference, fillShop, frequentEmail } from '@/testing/checkout/filled-shop';
import { findByReferences, findOfGuest, findOrders, mostFound } from './find-orders';
import { readTimeline } from '../state/timeline-store';

const orders = 20_000;
// A lookup of one order reads some 20 database pages, one of 50 orders some 500; reading a whole table reads
// thousands.
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

/** How many pages of 8 kB PostgreSQL reads for the statements of some work, and the result of the work. */
async function pagesOf<Found>(
  work: (reader: Reader) => Promise<Found>,
): Promise<{ pages: number; found: Found }> {
  const { found, plans } = await explain(database, work);
  const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
  expect(pages).toBeGreaterThan(0);
  return { pages, found };
}

describe(`a staff lookup among ${orders} orders reads only what it needs`, () => {
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

  it('when it finds nothing', async () => {
    const { pages, found } = await pagesOf((reader) => findOrders(reader, 'NONE-SUCH'));
    expect(found).toEqual([]);
    expect(pages).toBeLessThan(mostPages);
  });

  it('by references of the service, by a browser, and in the timeline', async () => {
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

  it('the limit of this test detects a lookup that casts the identifier and reads the whole table', async () => {
    const { pages } = await pagesOf((reader) =>
      reader.rows(
        z.object({ id: z.string() }),
        sql`select checkout_id as id from storefront.placed_order where id::text = ${filledId('order', n)}`,
      ),
    );
    expect(pages).toBeGreaterThan(mostPages);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { taskKinds } from '../../tables/task-table';
import { besideOthers, onOnePage, readAttentionPlace } from './attention';
import { openShopDatabase } from '@/testing/shop/tables';
import { explain } from '@/testing/database/explain';
import { fillAttention } from '@/testing/shop/filled-attention';
import { fillShop } from '@/testing/shop/filled-shop';

const orders = 40_000;
/** Open tasks of each of twelve kinds. */
const waiting = 200;
// Each waiting row may be on a database page of its own; reading a whole table would read thousands of pages.
const mostPages = 4_000;

const orderId = z.object({ id: z.string() });

let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 2);
  await fillShop(database, { orders, begin: new Date('2026-01-01'), spacingMilliseconds: 60_000 });
  await fillAttention(database, { each: waiting, every: 199 });
  await database.transaction((transaction) => transaction.run(sql`analyze`));
});

afterAll(async () => {
  await database.close();
  await server.stop();
});

// A fifth of the tasks is open here, so PostgreSQL may read all of them.
const big = ['checkout', 'mail', 'payment', 'timeline', 'placed_order', 'payment_incident', 'cancellation'];

describe(`the list for staff among ${orders} orders`, () => {
  it('is counted and shown using indexes only', async () => {
    const { found, plans } = await explain(database, (reader) =>
      readAttentionPlace(reader, { group: null, page: 1 }, 'all'),
    );
    expect(found.map(({ group }) => group)).toEqual([...taskKinds]);
    for (const { group, count, entries } of found) {
      // The test data already contains some purchases that need staff.
      const all = waiting + (group === 'purchase' ? orders / 10_000 : 0);
      expect({ group, count, shown: entries.length }).toEqual({ group, count: all, shown: besideOthers });
    }
    expect(plans).toHaveLength(1);
    for (const { scanned, pages } of plans) {
      expect(scanned.filter((table) => big.includes(table))).toEqual([]);
      expect(pages).toBeLessThan(mostPages);
    }
  });

  it.each(taskKinds)(
    'shows each of %s exactly once, page by page; the last page uses an index, too',
    async (group) => {
      const [{ count, pages } = { count: 0, pages: 0 }] = await readAttentionPlace(
        database,
        {
          group,
          page: 1,
        },
        'all',
      );
      expect(pages).toBe(Math.ceil(count / onOnePage));
      const seen: string[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const [part] = await readAttentionPlace(database, { group, page }, 'all');
        expect(part).toMatchObject({ group, page, pages, count });
        seen.push(...(part?.entries ?? []).map(({ task }) => task.id));
      }
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      const last = await explain(database, (reader) =>
        readAttentionPlace(reader, { group, page: 999_999_999 }, 'all'),
      );
      expect(last.found).toMatchObject([{ group, page: pages }]);
      for (const { scanned } of last.plans) {
        expect(scanned.filter((table) => big.includes(table))).toEqual([]);
      }
    },
  );

  it('would read a whole table with another condition, and this test detects it', async () => {
    const { plans } = await explain(database, (reader) =>
      reader.rows(
        orderId,
        sql`select id from storefront.checkout where coalesce(reason, '') = '' and state like 'atten%' limit 1000`,
      ),
    );
    expect(plans[0]?.scanned).toEqual(['checkout']);
  });
});

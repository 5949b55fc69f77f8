import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../database/database';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { attentionGroups } from './attention';
import { besideOthers, onOnePage, readAttentionPlace } from './attention-pages';
import { countAttention } from './attention-store';
import { openShopDatabase } from './database-testing';
import { explain } from './explain-testing';
import { fillAttention } from './filled-attention-testing';
import { fillShop } from './filled-shop-testing';

const orders = 40_000;
/** In each of eleven groups. */
const waiting = 200;
// Each row that waits may be on a page of its own; reading one of the tables reads thousands.
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

const big = ['checkout', 'mail', 'payment', 'timeline', 'placed_order', 'payment_incident'];

describe(`what waits for staff among ${orders} orders`, () => {
  it('is counted and shown by index only', async () => {
    const { found, plans } = await explain(database, (reader) =>
      readAttentionPlace(reader, { group: null, page: 1 }),
    );
    expect(found.map(({ group }) => group)).toEqual([...attentionGroups]);
    for (const { group, count, entries } of found) {
      // The filled shop itself has some purchases in attention, and two kinds of incidents only wait to be acknowledged.
      const others = { checkouts: orders / 10_000, to_acknowledge: waiting };
      const all = waiting + (group === 'checkouts' || group === 'to_acknowledge' ? others[group] : 0);
      expect({ group, count, shown: entries.length }).toEqual({ group, count: all, shown: besideOthers });
    }
    expect(plans).toHaveLength(2);
    for (const { scanned, pages } of plans) {
      expect(scanned.filter((table) => big.includes(table))).toEqual([]);
      expect(pages).toBeLessThan(mostPages);
    }
  });

  it.each(attentionGroups)(
    'is shown page by page: each of %s once, the last page by index, too',
    async (group) => {
      const count = (await countAttention(database)).get(group) ?? 0;
      const pages = Math.ceil(count / onOnePage);
      const seen: string[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const [part] = await readAttentionPlace(database, { group, page });
        expect(part).toMatchObject({ group, page, pages, count });
        seen.push(...(part?.entries ?? []).map(({ id, incident }) => `${id} ${incident?.id ?? ''}`));
      }
      expect(seen).toHaveLength(count);
      expect(new Set(seen).size).toBe(count);
      const last = await explain(database, (reader) =>
        readAttentionPlace(reader, { group, page: 999_999_999 }),
      );
      expect(last.found).toMatchObject([{ group, page: pages }]);
      for (const { scanned } of last.plans) {
        expect(scanned.filter((table) => big.includes(table))).toEqual([]);
      }
    },
  );

  it('and a list by another condition reads a whole table: this test would see it', async () => {
    const { plans } = await explain(database, (reader) =>
      reader.rows(
        orderId,
        sql`select id from storefront.checkout where coalesce(settled_as, '') = '' and state like 'atten%' limit 1000`,
      ),
    );
    expect(plans[0]?.scanned).toEqual(['checkout']);
  });
});

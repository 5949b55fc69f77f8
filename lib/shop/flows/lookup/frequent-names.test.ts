import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { fillShop } from '@/testing/shop/filled-shop';
import type { Database } from '../../../database/database';
import { findByWords } from './find-persons';

let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openShopDatabase(await server.createDatabase(), 2);
  await fillShop(database, { orders: 15_000, begin: new Date('2026-01-01'), spacingMilliseconds: 60_000 });
  // Only the oldest purchase has both words; of each alone there are thousands of newer ones.
  await database.transaction(async (transaction) => {
    await transaction.run(sql`insert into storefront.person_posting (word, checkout_id, created_at, kind)
      select word, id, created_at, 'name' from (
          select id, created_at, row_number() over (order by created_at, id) as place from storefront.checkout
        ) one join (values ('adalinde', 2, 8000), ('zwilling', 8001, 15000)) as word (word, first, last)
          on place = 1 or place between first and last`);
    await transaction.run(sql`insert into storefront.person_word (word, uses, is_name)
      select word, count(*), true from storefront.person_posting group by word`);
  });
}, 120_000);
afterAll(async () => {
  await database.close();
  await server.stop();
});

it('an old purchase is found by two frequent names', async () => {
  const [oldest] = await database.rows(
    z.object({ id: z.string() }),
    sql`select id from storefront.checkout order by created_at, id limit 1`,
  );
  const query = { words: ['adalinde', 'zwilling'], address: null };
  expect(await findByWords(database, query, { limit: 20, catalogs: 'all' })).toEqual([
    { id: oldest?.id, rank: 0 },
  ]);
});

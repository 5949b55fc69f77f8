import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from './embedded';

it('a database that another test filled and closed is empty for the next one, with its migrations', async () => {
  const tables = { migrations: 'lib/shop/migrations', schema: 'storefront_migrations' };
  const rows = z.object({ count: z.number() });
  const count = sql`select (select count(*) from storefront.job)::int as count`;
  const first = await testDatabase(tables);
  expect(await first.rows(rows, count)).toEqual([{ count: 0 }]);
  await first.transaction(async (transaction) => {
    await transaction.run(
      sql`insert into storefront.job (subject, key, kind, due_at) values ('mail', 'a', 'mail', clock_timestamp())`,
    );
  });
  await first.close();
  const second = await testDatabase(tables);
  expect(await second.rows(rows, count)).toEqual([{ count: 0 }]);
  await second.close();
});

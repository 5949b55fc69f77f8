import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { countOf, readTimeline } from './timeline-store';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('events that the previous release wrote have their present names', async () => {
  const { id } = await shop.paying();
  const { database } = shop.context;
  await database.transaction(async (transaction) => {
    await transaction.run(sql`delete from storefront.timeline where checkout_id = ${id}`);
    for (const what of ['hold_died', 'held_anew', 'given_up', 'held_again', 'rereserved_after_payment'])
      await transaction.run(
        sql`insert into storefront.timeline (checkout_id, at, what, detail)
            values (${id}, clock_timestamp(), ${what}, '{}'::jsonb)`,
      );
  });
  expect((await readTimeline(database, id)).map(({ what }) => what)).toEqual([
    'hold_expired',
    'rereserved_before_payment',
    'basket_emptied',
    'rereserved_after_payment',
    'rereserved_after_payment',
  ]);
  expect(await countOf(database, id, 'rereserved_after_payment')).toBe(2);
  expect(await countOf(database, id, 'basket_emptied')).toBe(1);
});

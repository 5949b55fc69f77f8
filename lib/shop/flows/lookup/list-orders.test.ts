import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyOrder } from '@/testing/shop/any-order';
import { cancel, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import type { OrderFilter } from '../../data/order-list-store';
import { exportListed } from '../report/export-listed';
import { listOrders } from './list-orders';

let shop: TestShop;
let plain: Ordered;
let cancelled: Ordered;

beforeAll(async () => {
  shop = await startTestShop();
  plain = await orderedWithTickets(shop, 2);
  cancelled = await orderedWithTickets(shop, 3);
  await cancel(shop, cancelled, { tickets: cancelled.tickets.slice(0, 1) });
  // Somebody holds tickets, and has not bought them.
  await shop.hold(1);
  const day = (id: string, at: string) =>
    shop.context.database.single.run(
      sql`update storefront.placed_order set created_at = ${at}::timestamptz where checkout_id = ${id}`,
    );
  await day(plain.id, '2026-03-01T23:30:00Z');
  await day(cancelled.id, '2026-03-02T12:00:00Z');
});
afterAll(() => shop.close());

const listed = async (filter: Partial<OrderFilter>) => {
  const about = { after: null, language: 'en' } as const;
  const { orders } = await listOrders(shop.context.database, { ...anyOrder, ...filter }, about);
  return orders.map(({ id }) => (id === plain.id ? 'plain' : id === cancelled.id ? 'cancelled' : id));
};

describe('all orders', () => {
  it('are listed with the newest first, without what was not bought', async () => {
    expect(await listed({})).toEqual(['cancelled', 'plain']);
  });

  it.each([
    [{ state: 'complete' }, ['plain']],
    [{ state: 'cancelled' }, ['cancelled']],
    [{ state: 'exchanged' }, []],
    [{ channel: 'web' }, ['cancelled', 'plain']],
    [{ channel: 'counter' }, []],
    [{ language: 'en' }, ['cancelled', 'plain']],
    [{ language: 'nl' }, []],
    [{ priceFrom: '36.00', priceTo: '36.00' }, ['plain']],
    [{ priceFrom: '36.01' }, ['cancelled']],
    // A day of the shop’s time zone: half past midnight in Paris.
    [{ boughtFrom: '2026-03-02', boughtTo: '2026-03-02' }, ['cancelled', 'plain']],
    [{ boughtTo: '2026-03-01' }, []],
    [{ visitDay: '2030-05-04' }, ['cancelled', 'plain']],
    [{ visitDay: '2030-05-05' }, []],
    [{ visitDay: '2026-03-01' }, []],
    [{ event: 'no such event' }, []],
    [{ event: '.*' }, []],
    [{ event: '"] || true' }, []],
    [{ hasTasks: true }, []],
  ] satisfies [Partial<OrderFilter>, string[]][])('are filtered: %j', async (filter, expected) => {
    expect(await listed(filter)).toEqual(expected);
  });

  it('are found by a part of the name of what they are for, in capital letters, too', async () => {
    const about = { after: null, language: 'en' } as const;
    const { orders } = await listOrders(shop.context.database, anyOrder, about);
    const name = orders[0]?.visits[0]?.name ?? '';
    expect(name.length).toBeGreaterThan(3);
    expect(await listed({ event: name.slice(1).toUpperCase() })).toEqual(['cancelled', 'plain']);
  });

  it('with an open task are those that wait for staff', async () => {
    await shop.context.database.single.run(
      sql`insert into storefront.task (id, kind, key, checkout_id, reason, since)
        values (gen_random_uuid(), 'purchase', ${plain.id}, ${plain.id}, 'test', clock_timestamp())`,
    );
    expect(await listed({ hasTasks: true })).toEqual(['plain']);
    await shop.context.database.single.run(sql`delete from storefront.task where reason = 'test'`);
  });

  it('are a file of the same orders, with what was refunded', async () => {
    const rows: string[][] = [];
    for await (const { total, refunded } of exportListed(shop.context.database, anyOrder))
      rows.push([total, refunded]);
    expect(rows).toEqual([
      ['54.00', '18.00'],
      ['36.00', '0.00'],
    ]);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents, sumAmounts } from '@/lib/money/money';
import { cancel, orderedWithTickets } from '@/testing/checkout/cancellations';
import { openShopDatabase } from '@/testing/checkout/tables';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { exchangeTickets } from '../rebooking/exchange-tickets';
import { anonymiseOld } from '../retention/retention-store';
import { placeOrder } from '../payment/pay';
import { orderOf } from '@/testing/checkout/test-shop';
import { exportOrders, exportPayments, exportTickets, type Period, readSales, readTaxes } from '../reports';

let server: TestServer;
let embedded: TestShop;
let postgres: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  const database = await openShopDatabase(await server.createDatabase(), 4);
  [embedded, postgres] = await Promise.all([startTestShop(), startTestShop({ database })]);
});
afterAll(async () => {
  await Promise.all([embedded.close(), postgres.close()]);
  await server.stop();
});

const always: Period = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe.each(['embedded', 'postgres'] as const)('reports on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = kind === 'embedded' ? embedded : postgres;
    shop.reset();
    await shop.context.database.transaction(async (transaction) => {
      await transaction.run(sql`truncate storefront.checkout cascade`);
    });
  });
  const reader = () => shop.context.database;

  it('are empty without orders', async () => {
    const report = await readSales(reader(), always, 'en');
    expect(report).toMatchObject({
      total: { orders: 0, net: '0.00' },
      byDay: [],
      byChannel: [],
      byProduct: [],
    });
    expect(await readTaxes(reader(), always)).toEqual([]);
    expect(await all(exportOrders(reader(), always))).toEqual([]);
  });

  it('agree with a purchase and its cancellation, to the cent', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const figures = { orders: 1, units: 3, cancelled: 1, sold: '54.00', refunded: '18.00', net: '36.00' };
    const report = await readSales(reader(), always, 'en');
    expect(report.total).toMatchObject(figures);
    expect(report.byDay).toMatchObject([figures]);
    expect(report.byChannel).toMatchObject([{ ...figures, channel: 'web' }]);
    expect(report.byProduct).toMatchObject([{ ...figures, orders: 0, name: expect.any(String) as string }]);

    expect(await readTaxes(reader(), always)).toMatchObject([
      { rate: 0.2, sold: '54.00', soldExclTax: '45.00', refunded: '18.00', refundedExclTax: '15.00' },
    ]);
    const payments = await all(exportPayments(reader(), always));
    expect(payments.map(({ kind: what, amount }) => [what, amount])).toEqual([
      ['payment', '54.00'],
      ['refund', '-18.00'],
    ]);
    const paid = fromCents(shop.provider.refunded.get(ordered.intent) ?? 0);
    expect(sumAmounts(payments.map(({ amount }) => amount))).toBe('36.00');
    expect(paid).toBe('18.00');

    const [order] = await all(exportOrders(reader(), always));
    expect(order).toMatchObject({
      total: '54.00',
      refunded: '18.00',
      firstname: 'Ada',
      email: 'ada@example.org',
    });
    const tickets = await all(exportTickets(reader(), always, 'en'));
    expect(tickets.map(({ isCancelled, amount }) => [isCancelled, amount])).toEqual([
      [true, '18.00'],
      [false, '18.00'],
      [false, '18.00'],
    ]);
    expect(tickets[0]?.ticket).toBe(ordered.tickets[0]?.split('/').at(-1));
  });

  it('show an exchange of tickets, and a fee, so that the net amount is what was paid', async () => {
    const earlier = await orderedWithTickets(shop, 2);
    shop.ticketing.price = '10.00';
    shop.ticketing.fee = '1.50';
    const id = await shop.hold(1);
    const request = { checkoutId: id, earlierId: earlier.id, orderId: earlier.orderId, staff: null };
    await exchangeTickets(shop.context, {
      ...request,
      tickets: earlier.tickets.slice(0, 1),
      override: false,
    });
    await placeOrder(shop.context, orderOf(id, '0.00'));
    for (let round = 0; round < 3; round += 1) {
      await shop.settle();
      await shop.laterAll();
    }
    const report = await readSales(reader(), always, 'en');
    expect(report.total).toMatchObject({ sold: '47.50', exchanged: '11.50', refunded: '6.50', net: '29.50' });
    const paid = (await all(exportPayments(reader(), always))).map(({ amount }) => amount);
    expect(sumAmounts(paid)).toBe('29.50');
    for (const rows of [report.byDay, report.byChannel, report.byProduct])
      expect(sumAmounts(rows.map(({ net }) => net))).toBe('29.50');
    expect(report.byProduct.find(({ product }) => product === null)).toMatchObject({ sold: '1.50' });
  });

  it('count a moment on the day that the time zone has', async () => {
    const { id } = await orderedWithTickets(shop, 1);
    await reader().transaction(async (transaction) => {
      await transaction.run(
        sql`update storefront.placed_order set created_at = '2026-03-28T23:30:00Z' where checkout_id = ${id}`,
      );
    });
    const daysIn = async (timeZone: string, from: string, to = from) =>
      (await readSales(reader(), { from, to, timeZone }, 'en')).byDay.map(({ day }) => day);
    // Paris has one hour less on that day.
    expect(await daysIn('Europe/Paris', '2026-03-29')).toEqual(['2026-03-29']);
    expect(await daysIn('Europe/Paris', '2026-03-28')).toEqual([]);
    expect(await daysIn('America/New_York', '2026-03-28')).toEqual(['2026-03-28']);
    const [order] = await all(exportOrders(reader(), always));
    expect(order?.orderedAt).toBe('2026-03-29 00:30:00');
  });

  it('have nothing personal of a person whose data was erased', async () => {
    const { id } = await orderedWithTickets(shop, 1);
    await reader().transaction(async (transaction) => {
      await transaction.run(sql`update storefront.mail set due_at = null where checkout_id = ${id}`);
      await transaction.run(
        sql`update storefront.checkout set entered_at = entered_at - interval '9 days' where id = ${id}`,
      );
      expect(await anonymiseOld(transaction, { state: 'ordered', days: 1, limit: 10 })).toBe(1);
    });
    const rows = [
      ...(await all(exportOrders(reader(), always))),
      ...(await all(exportTickets(reader(), always, 'en'))),
    ];
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/Ada|Martin|example\.org/);
  });

  it('export more rows than a page has, each once and in order', async () => {
    const { id } = await orderedWithTickets(shop, 1);
    await reader().transaction(async (transaction) => {
      // Several at the same microsecond: the identifier decides.
      await transaction.run(
        sql`insert into storefront.placed_order (id, checkout_id, catalog_id, reservation_id, reference, data, created_at)
            select gen_random_uuid(), checkout_id, catalog_id, gen_random_uuid(), 'S-' || n, data,
              created_at + (n / 7) * interval '1 microsecond'
            from storefront.placed_order, generate_series(1, 2500) n where checkout_id = ${id}`,
      );
    });
    const orders = await all(exportOrders(reader(), always));
    expect(new Set(orders.map(({ number }) => number)).size).toBe(2501);
    expect(orders).toHaveLength(2501);
    expect(await all(exportTickets(reader(), always, 'en'))).toHaveLength(2501);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromCents, sumAmounts } from '@/lib/money/money';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { openShopDatabase } from '@/testing/shop/tables';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop, orderOf } from '@/testing/shop/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { exchangeTickets } from '../exchange/exchange-tickets';
import { anonymiseOld } from '../../data/retention-store';
import { readOrders } from '../../data/order-store';
import { totalOf } from '../../rules/fees';
import { placeOrder } from '../checkout/place-order';
import { readHolds } from '../../data/hold-store';
import { findUnsettled } from '../../data/payment-store';
import { applyVoucher } from '../voucher/apply-voucher';
import { exportOrders } from './export-orders';
import { exportPayments } from './export-payments';
import { exportTickets, type StatesOfOrders } from './export-tickets';
import type { Period } from './period';
import { requestGoodwill } from '../refund/goodwill';
import { settleRefund } from '../refund/settle-refund';
import { findOrders } from '../lookup/find-orders';
import { readRefunds } from '../../data/refund-store';
import { readSales } from './read-sales';
import { readTaxes } from './read-taxes';
import { readVouchers } from './read-vouchers';

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
  /** As the service of the shop says. */
  const statesOf: StatesOfOrders = (ids) => shop.context.client.readTicketStates(ids, { language: 'en' });
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

  it('count what staff have refunded at the provider once', async () => {
    const ordered = await orderedWithTickets(shop);
    const { events } = shop.provider.incidents.refundAtDashboard(ordered.intent, 1000);
    await incidentsOn(shop).deliver(...events);
    const refunded = async () => (await all(exportOrders(reader(), always))).map((order) => order.refunded);
    const figuresNow = async () => {
      const { total } = await readSales(reader(), always, 'en');
      const taxes = await readTaxes(reader(), always);
      return [total.refunded, total.net, total.cancelled, ...taxes.map((tax) => tax.refunded)];
    };
    expect(await refunded()).toEqual(['10.00']);
    expect(await figuresNow()).toEqual(['10.00', '26.00', 0, '10.00']);
    await cancel(shop, ordered, { refund: '26.00' });
    expect(await refunded()).toEqual(['36.00']);
    expect(await figuresNow()).toEqual(['36.00', '0.00', 2, '36.00']);
    const payments = await all(exportPayments(reader(), always));
    expect(sumAmounts(payments.map(({ amount }) => amount))).toBe('0.00');
  });

  it('count what staff have given back while the tickets stay valid, also when it is settled by hand', async () => {
    const { id: checkoutId } = await orderedWithTickets(shop, 3);
    const asked = { checkoutId, reason: 'late', staff: 'ada', seen: null, limit: null };
    const give = async (amount: string) => {
      const id = crypto.randomUUID();
      expect(await requestGoodwill(shop.context, { ...asked, id, amount })).toBe('requested');
      await shop.settle();
      return id;
    };
    await give('5.00');
    shop.provider.refundFaults.push('failed');
    const failed = await give('1.00');
    const net = async () => (await readSales(reader(), always, 'en')).total.net;
    // What is still owed counts, as that of a cancellation does; what is not owed any more does not.
    expect(await net()).toBe('48.00');
    const how = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, failed, how)).toBe('settled');
    expect(await net()).toBe('48.00');
    shop.provider.refundFaults.push('failed');
    const waived = { as: 'nothing', reason: 'a mistake', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, await give('2.00'), waived)).toBe('settled');
    expect(await net()).toBe('48.00');
    expect(await readTaxes(reader(), always)).toMatchObject([
      { rate: 0.2, sold: '54.00', refunded: '6.00', refundedExclTax: '5.00' },
    ]);
    const payments = await all(exportPayments(reader(), always));
    expect(sumAmounts(payments.map(({ amount }) => amount))).toBe('48.00');
  });

  it('count as refunded what was paid back, and the rest as still to be paid', async () => {
    const sold = await tillsOf(shop).sell('ada');
    await cancel(shop, sold, { tickets: sold.tickets.slice(0, 1) });
    const goodwill = { id: crypto.randomUUID(), checkoutId: sold.id, amount: '5.00', reason: 'lift' };
    await requestGoodwill(shop.context, { ...goodwill, staff: 'ada', seen: null, limit: null });
    await shop.settle();
    const figures = async () =>
      (await all(exportOrders(reader(), always))).map(({ refunded, toRefund }) => [refunded, toRefund]);
    const net = async () => (await findOrders(reader(), (await shop.find(sold.id)).reference))[0]?.net;
    expect([await figures(), await net()]).toEqual([[['0.00', '23.00']], '13.00']);
    const how = { as: 'refunded', paidBack: 'cash', reason: 'ill', staff: 'ada' } as const;
    for (const { id } of await readRefunds(reader(), sold.id)) await settleRefund(shop.context, id, how);
    expect([await figures(), await net()]).toEqual([[['23.00', '0.00']], '13.00']);
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
    const tickets = await all(exportTickets(reader(), always, { language: 'en', statesOf }));
    expect(tickets.map(({ status, amount }) => [status, amount])).toEqual([
      ['cancelled', '18.00'],
      ['valid', '18.00'],
      ['valid', '18.00'],
    ]);
    expect(tickets[0]?.ticket).toBe(ordered.tickets[0]?.split('/').at(-1));
  });

  it('show an exchange of tickets, and a fee, so that the net amount is what was paid', async () => {
    const earlier = await orderedWithTickets(shop, 2);
    shop.ticketing.price = '10.00';
    shop.ticketing.fee = '1.50';
    const id = await shop.hold(1);
    const request = { checkoutId: id, earlierId: earlier.id, staff: null };
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
    // The exchange is that of the product whose tickets were given back.
    expect(report.byProduct.filter(({ exchanged }) => exchanged !== '0.00')).toHaveLength(1);
    expect(report.byProduct.find(({ product }) => product === null)).toMatchObject({ exchanged: '0.00' });
    const taxes = await readTaxes(reader(), always);
    const owed = [...taxes.map(({ sold }) => sold), ...taxes.map(({ refunded }) => `-${refunded}`)];
    expect(sumAmounts(owed)).toBe('29.50');
    const orders = await all(exportOrders(reader(), always));
    expect(
      orders.map((one) => [one.total, one.refunded, one.exchanged, one.paidWithTickets, one.paidWithMoney]),
    ).toEqual([
      ['36.00', '6.50', '11.50', '0.00', '36.00'],
      ['11.50', '0.00', '0.00', '11.50', '0.00'],
    ]);
  });

  /** An order with a voucher, paid. */
  async function orderedWith(code: string, { quantity, items = 1 }: { quantity: number; items?: number }) {
    const id = await shop.hold(quantity, items);
    expect(await applyVoucher(shop.context, id, code)).toBe('applied');
    await placeOrder(shop.context, orderOf(id, totalOf(await readHolds(reader(), id))));
    shop.provider.pay((await findUnsettled(reader(), id))?.sessionId ?? '');
    await shop.later(id, { holdOver: true });
    await shop.settle();
    return id;
  }

  it('say what vouchers took off, as the orders do, also when tickets were cancelled later', async () => {
    await orderedWithTickets(shop, 1);
    shop.ticketing.vouchers.set('SUMMER27', '33.33').set('WINTER', '10.00');
    shop.ticketing.price = '18.01';
    const id = await orderedWith('SUMMER27', { quantity: 3 });
    await orderedWith('WINTER', { quantity: 1, items: 2 });
    const orders = await all(exportOrders(reader(), always));
    expect(orders.map(({ voucher, discount, total }) => [voucher, discount, total])).toEqual([
      [null, '0.00', '18.00'],
      ['SUMMER27', '18.01', '36.02'],
      ['WINTER', '1.80', '16.21'],
      ['WINTER', '1.80', '16.21'],
    ]);
    const report = await readVouchers(reader(), always);
    expect(report).toEqual({
      total: { uses: 2, discount: '21.61', sold: '68.44' },
      byCode: [
        { code: 'SUMMER27', uses: 1, discount: '18.01', sold: '36.02' },
        { code: 'WINTER', uses: 1, discount: '3.60', sold: '32.42' },
      ],
    });
    const tickets = await all(exportTickets(reader(), always, { language: 'en', statesOf }));
    expect(tickets.slice(0, 4).map(({ voucher, discount, amount }) => [voucher, discount, amount])).toEqual([
      [null, '0.00', '18.00'],
      ['SUMMER27', '6.00', '12.01'],
      ['SUMMER27', '6.00', '12.01'],
      ['SUMMER27', '6.01', '12.00'],
    ]);
    const { total } = await readSales(reader(), always, 'en');
    expect(sumAmounts(tickets.map(({ discount }) => discount ?? '0.00'))).toBe(report.total.discount);
    expect(sumAmounts(tickets.map(({ amount }) => amount ?? '0.00'))).toBe(total.sold);

    const [order] = await readOrders(reader(), id);
    const ordered = {
      id,
      orderId: order?.id ?? '',
      tickets: order?.data.items[0]?.tickets ?? [],
      intent: '',
    };
    await cancel(shop, ordered, { amount: '36.02', staff: 'ada', override: true });
    const after = await readSales(reader(), always, 'en');
    expect(after.total).toMatchObject({ cancelled: 3, sold: total.sold, refunded: '36.02' });
    expect(await readVouchers(reader(), always)).toEqual(report);
    expect(await readVouchers(reader(), { ...always, to: '2000-01-02' })).toMatchObject({ byCode: [] });
  });

  it.runIf(kind === 'postgres')('add up more orders than one statement reads, each once', async () => {
    shop.ticketing.vouchers.set('SUMMER27', '33.33');
    shop.ticketing.price = '18.01';
    await orderedWith('SUMMER27', { quantity: 1 });
    const { id } = await orderedWithTickets(shop, 1);
    const copies = 20_999;
    await reader().transaction(async (transaction) => {
      // Several at the same microsecond; the voucher before and behind them.
      const later = sql`created_at + case when checkout_id = ${id} then (n / 7) * interval '1 microsecond'
        else interval '1 hour' end`;
      await transaction.run(
        sql`insert into storefront.placed_order (id, checkout_id, catalog_id, reservation_id, reference, data, created_at)
            select gen_random_uuid(), checkout_id, catalog_id, gen_random_uuid(), 'S-' || n, data, ${later}
            from storefront.placed_order, generate_series(1, ${copies}::int) n where checkout_id = ${id} or n > 20990`,
      );
    });
    const [whole] = await reader().rows(
      z.object({ orders: z.int(), sold: z.string(), withVoucher: z.int() }),
      sql`select count(*)::int as orders, sum((data->>'totalAmountInclTax')::numeric)::text as sold,
            (count(*) filter (where data->>'voucher' is not null))::int as "withVoucher" from storefront.placed_order`,
    );
    expect(whole).toMatchObject({ orders: copies + 2 + 9, withVoucher: 10 });
    const report = await readSales(reader(), always, 'en');
    expect(report.total).toMatchObject({ orders: whole?.orders, sold: whole?.sold });
    for (const rows of [report.byDay, report.byChannel, report.byProduct])
      expect(sumAmounts(rows.map(({ sold }) => sold))).toBe(whole?.sold);
    expect(sumAmounts((await readTaxes(reader(), always)).map(({ sold }) => sold))).toBe(whole?.sold);
    // All orders with the voucher are of one purchase.
    expect((await readVouchers(reader(), always)).total).toMatchObject({ uses: 1 });
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
      await transaction.run(sql`update storefront.mail set failure = 'not needed' where checkout_id = ${id}`);
      await transaction.run(
        sql`update storefront.checkout set entered_at = entered_at - interval '9 days' where id = ${id}`,
      );
      expect(await anonymiseOld(transaction, { state: 'ordered', days: 1, limit: 10 })).toBe(1);
    });
    const rows = [
      ...(await all(exportOrders(reader(), always))),
      ...(await all(exportTickets(reader(), always, { language: 'en', statesOf }))),
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
    const asked: number[] = [];
    const counted: StatesOfOrders = (ids) => {
      asked.push(ids.length);
      return Promise.resolve(null);
    };
    const tickets = await all(exportTickets(reader(), always, { language: 'en', statesOf: counted }));
    expect(tickets).toHaveLength(2501);
    // The service is asked once for each page, not for each order.
    expect(asked).toEqual([1000, 1000, 501]);
  });

  it('export which tickets were used, and which the service has cancelled', async () => {
    const ordered = await orderedWithTickets(shop, 4);
    const { all: atService } = shop.ticketing.tickets;
    for (const [index, status] of (['redeemed', 'cancelled', 'redeemed'] as const).entries()) {
      const ticket = atService.get(ordered.tickets[index] ?? '');
      if (ticket === undefined) throw new Error('no ticket');
      ticket.status = status;
    }
    const statuses = async (of: StatesOfOrders) => {
      const tickets = await all(exportTickets(reader(), always, { language: 'en', statesOf: of }));
      return tickets.map(({ status }) => status);
    };
    expect(await statuses(statesOf)).toEqual(['used', 'cancelled', 'used', 'valid']);
    const unknown = await statuses(() => Promise.resolve(null));
    expect(new Set(unknown)).toEqual(new Set(['not_cancelled']));
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents } from '@/lib/money/money';
import { crashingContext } from '@/testing/faults/crash-injection';
import { later, ordered } from '@/testing/shop/exchanges';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readCancellations } from '../../data/cancellation-store';
import { readCredited } from '../../data/credit-store';
import { readHolds } from '../../data/hold-store';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { readWholeCheckout } from '../../data/whole-checkout-store';
import { placeOrder } from '../checkout/place-order';
import { readCheckout } from '../lookup/read-checkout';
import { processCheckout } from '../order/process-checkout';
import { applyVoucher } from '../voucher/apply-voucher';
import { carryVoucher } from '../voucher/carry-voucher';
import { exchangeTickets, keepTickets } from './exchange-tickets';
import { startExchange } from './started-exchange';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** A purchase of one ticket in each of two orders, at 18.00 each. */
async function family(code?: string) {
  const { ticketing } = shop;
  ticketing.hasExtensions = true;
  ticketing.tickets.support = 'change';
  ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
  ticketing.price = '18.00';
  const id = await shop.hold(1, 2);
  if (code !== undefined) await applyVoucher(shop.context, id, code);
  await ordered(shop, id, (await readCheckout(shop.context, id, 'en'))?.due ?? '');
  const orders = await readOrders(shop.context.database, id);
  const [payment] = await readPayments(shop.context.database, id);
  const tickets = orders.flatMap(({ data }) => data.items.flatMap((item) => item.tickets ?? []));
  expect(orders).toHaveLength(2);
  return { id, orders, tickets, intent: payment?.intent ?? '' };
}
type Family = Awaited<ReturnType<typeof family>>;

/** A held checkout of one ticket at a price, which all tickets of the family pay for. */
async function exchanging({ id: earlierId, tickets }: Family, price: string): Promise<string> {
  shop.ticketing.price = price;
  const checkoutId = await shop.hold(1);
  const request = { checkoutId, earlierId, tickets, staff: null, override: false };
  expect(await exchangeTickets(shop.context, request)).toBe('credited');
  return checkoutId;
}

const refundedOf = ({ intent }: Family) => fromCents(shop.provider.refunded.get(intent) ?? 0);
const view = (id: string) => readCheckout(shop.context, id, 'en');

/** What the earlier purchase has of the exchange, and whether the service has cancelled everything. */
async function booksOf(earlier: Family) {
  const rows = await readCancellations(shop.context.database, earlier.id);
  const made = earlier.orders.flatMap(({ id }) => shop.ticketing.cancelling.all.get(id) ?? []);
  return {
    rows: rows.map(({ amount, credited, rebookedTo }) => ({ amount, credited, rebookedTo })),
    cancelled: made.flatMap(({ tickets }) => tickets).length,
    refunded: refundedOf(earlier),
  };
}

describe('the tickets of a family, which are two orders', () => {
  it('are exchanged together: the difference is charged once', async () => {
    const earlier = await family();
    const id = await exchanging(earlier, '50.00');
    await ordered(shop, id, '14.00');
    const whole = { amount: '0.00', credited: '18.00', rebookedTo: id };
    expect(await booksOf(earlier)).toEqual({ rows: [whole, whole], cancelled: 2, refunded: '0.00' });
  });

  it('for a cheaper one: what remains is refunded once, and each order says what it has paid', async () => {
    const earlier = await family();
    const id = await exchanging(earlier, '10.00');
    await ordered(shop, id, '0.00');
    expect(await booksOf(earlier)).toEqual({
      rows: [
        { amount: '18.00', credited: '0.00', rebookedTo: id },
        { amount: '8.00', credited: '10.00', rebookedTo: id },
      ],
      cancelled: 2,
      refunded: '26.00',
    });
    expect(await readCredited(shop.context.database, earlier.id)).toMatchObject([
      { refunded: '18.00', exchanged: '0.00' },
      { refunded: '8.00', exchanged: '10.00' },
    ]);
  });

  it('and one of them paid for it wholly: the e-mail about the rest of the price names both, once', async () => {
    const earlier = await family();
    const id = await exchanging(earlier, '30.00');
    await ordered(shop, id, '0.00');
    const mails = shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets exchanged'));
    expect(mails).toHaveLength(1);
    const text = mails[0]?.mail.text ?? '';
    const { reference } = await shop.find(id);
    expect(text.split(`1 ticket exchanged for booking ${reference}`)).toHaveLength(3);
    expect(text).toContain('€18.00 credited');
    expect(text).toContain('€12.00 credited');
    expect(text.split(`Your new tickets, booking ${reference}`)).toHaveLength(2);
    const told = await readCancellations(shop.context.database, earlier.id);
    expect(told.every(({ toldAt }) => toldAt !== null)).toBe(true);
  });

  it('are exchanged once, whatever call a process dies at', { timeout: 120_000 }, async () => {
    for (let at = 1; at <= 12; at += 1) {
      shop.reset();
      const earlier = await family();
      const id = await exchanging(earlier, '30.00');
      await placeOrder(shop.context, orderOf(id, '0.00'));
      const crashing = crashingContext(shop.context, { at, when: at % 2 === 0 ? 'before' : 'after' });
      await crashing.outcome(processCheckout(crashing.context, id));
      for (let round = 0; round < 6; round += 1) await later(shop);
      const { rows, ...books } = await booksOf(earlier);
      const state = await shop.state(id);
      const orders = (await shop.ordersFor(id)).length;
      expect({ at, state, orders, rows: rows.length, ...books }).toEqual({
        at,
        state: 'ordered',
        orders: 1,
        rows: 2,
        cancelled: 2,
        refunded: '6.00',
      });
    }
  });
});

describe('tickets of another seller in the same booking', () => {
  const ofOthers = (holdId: string) =>
    shop.context.database.single.run(
      sql`update storefront.hold set catalog_id = ${crypto.randomUUID()} where id = ${holdId}`,
    );

  it('are paid, and what remains of the credit goes back', async () => {
    const earlier = await family();
    shop.ticketing.price = '20.00';
    const id = await shop.hold(1, 2);
    const [, museum] = await readHolds(shop.context.database, id);
    await ofOthers(museum?.id ?? '');
    const request = { checkoutId: id, earlierId: earlier.id, tickets: earlier.tickets };
    await exchangeTickets(shop.context, { ...request, staff: null, override: false });
    expect(await view(id)).toMatchObject({ total: '40.00', credit: '36.00', due: '20.00', back: '16.00' });
    expect(await placeOrder(shop.context, orderOf(id, '4.00'))).toEqual({ kind: 'total_changed' });
    await ordered(shop, id, '20.00');
    expect(await booksOf(earlier)).toMatchObject({ cancelled: 2, refunded: '16.00' });
    expect(await view(id)).toMatchObject({ total: '40.00', credit: '36.00', due: '20.00', back: '16.00' });
  });

  it('alone are ordered without them: the earlier tickets stay, and the exchange goes on', async () => {
    const earlier = await family();
    const id = await exchanging(earlier, '20.00');
    const [museum] = await readHolds(shop.context.database, id);
    await ofOthers(museum?.id ?? '');
    const units = earlier.orders.map((order) => `${order.id}/0`);
    await startExchange(shop.context, { earlierId: earlier.id, units, products: {}, amount: '36.00' });
    expect(await view(id)).toMatchObject({ total: '20.00', due: '20.00', leastTotal: '0.00' });
    await ordered(shop, id, '20.00');
    expect(await booksOf(earlier)).toEqual({ rows: [], cancelled: 0, refunded: '0.00' });
    expect(await readWholeCheckout(shop.context.database, id)).toMatchObject({ rebooking: null });
    expect(await readWholeCheckout(shop.context.database, earlier.id)).toMatchObject({ started: { units } });
  });
});

describe('a voucher that has no use left since', () => {
  beforeEach(() => shop.ticketing.vouchers.set('Summer-27', '10.00'));

  /** A booking that tickets with the voucher pay for. */
  async function withUsedUp(): Promise<string> {
    const earlier = await family('Summer-27');
    shop.ticketing.vouchersUsedUp = true;
    const id = await exchanging(earlier, '40.00');
    await carryVoucher(shop.context, id, earlier.id);
    return id;
  }

  it('counts for the tickets that replace those that had it', async () => {
    const id = await withUsedUp();
    expect(await view(id)).toMatchObject({
      total: '36.00',
      credit: '32.40',
      due: '3.60',
      voucher: { code: 'Summer-27', discount: '4.00', lost: false },
    });
    await ordered(shop, id, '3.60');
    expect(await shop.state(id)).toBe('ordered');
  });

  it('does not count any more when the tickets are kept', async () => {
    const id = await withUsedUp();
    expect(await keepTickets(shop.context, id)).toBe(true);
    expect(await view(id)).toMatchObject({ total: '40.00', voucher: { lost: true, why: 'USED_UP' } });
    await ordered(shop, id, '40.00');
  });
});

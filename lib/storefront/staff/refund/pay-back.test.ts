import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { type Ordered, orderedWithTickets, requestFor, requestOne } from '@/testing/shop/cancellations';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { getAppContext } from '../../../runtime/app-context';
import { readAudit } from '../../../shop/data/audit-store';
import { readRefunds } from '../../../shop/data/refund-store';
import { readShiftFigures } from '../../../shop/data/shift-store';
import { readOpenTasks } from '../../../shop/data/task-store';
import { readWholeCheckout } from '../../../shop/data/whole-checkout-store';
import { exchangeTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { isPaidAtCounter } from '../../../shop/flows/refund/pay-back';
import { requestGoodwill } from '../../../shop/flows/refund/goodwill';
import type { CounterWay } from '../../../shop/values/checkout-values';
import { payBackExchange, payBackGoodwill, payBackTickets } from './pay-back';

let shop: TestShop;
let stop: () => Promise<void>;
let tills: ReturnType<typeof tillsOf>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
  tills = tillsOf(shop);
});
afterAll(() => stop());
beforeEach(async () => {
  shop.reset();
  await tills.reset();
});

const request = async (sold: Ordered) => {
  await requestOne(shop.context, { ...requestFor(shop, sold), staff: 'ada' });
  (await getAppContext()).worker.wake();
};
const how = (way: CounterWay | null) => ({ staff: 'ada', reason: 'ill', way });
const payBack = async ({ id: checkoutId, tickets }: Ordered, way: CounterWay | null) =>
  payBackTickets(await getAppContext(), { checkoutId, tickets }, how(way));
const refundsOf = ({ id }: Ordered) => readRefunds(shop.context.database, id);
const tasksOf = async ({ id }: Ordered) =>
  (await readOpenTasks(shop.context.database, id)).map(({ kind }) => kind);

describe('money that goes back at the counter', () => {
  it('is recorded with the cancellation, in the shift of the person, once', async () => {
    const shift = await tills.open('ada', 'North');
    const sold = await tills.sell('ada');
    await request(sold);
    const [first, second] = [await payBack(sold, 'cash'), await payBack(sold, 'terminal')];
    const [refund] = await refundsOf(sold);
    expect(first).toEqual({ said: 'paid_back', refunds: [refund?.id] });
    expect(second).toEqual({ said: 'paid_before' });
    expect(refund).toMatchObject({ state: 'settled', paidBack: 'cash', settledReason: 'ill' });
    expect(await tasksOf(sold)).toEqual([]);
    expect(await readShiftFigures(shop.context.database, shift)).toContainEqual({
      kind: 'refund',
      method: 'cash',
      count: 1,
      amount: '-36.00',
    });
    const [entry] = await readAudit(shop.context.database, { action: 'cancellation_settled', about: 'ada' });
    expect(entry).toMatchObject({ subjectId: sold.id, detail: { paidBack: 'cash', amount: '36.00' } });
  });

  it('is owed until somebody pays it back', async () => {
    const sold = await tills.sell('ada');
    await request(sold);
    expect(await payBack(sold, null)).toEqual({ said: 'to_pay_back' });
    expect(await tasksOf(sold)).toEqual(['refund']);
    expect(await payBack(sold, 'terminal')).toMatchObject({ said: 'paid_back' });
    expect(await refundsOf(sold)).toMatchObject([{ paidBack: 'terminal' }]);
  });

  it('is not recorded while the service has not cancelled the tickets, nor by the worker afterwards', async () => {
    const sold = await tills.sell('ada');
    await requestOne(shop.context, { ...requestFor(shop, sold), staff: 'ada' });
    for (let fault = 0; fault < 20; fault += 1) shop.network.service.faults.push({ kind: 'reset' });
    (await getAppContext()).worker.wake();
    expect(await payBack(sold, 'cash')).toEqual({ said: 'waits' });
    shop.network.service.faults.length = 0;
    const later = async () => {
      await shop.laterAll();
      await shop.settle();
      return refundsOf(sold);
    };
    await expect.poll(later, { timeout: 20_000 }).toMatchObject([{ state: 'failed', paidBack: null }]);
    expect(await tasksOf(sold)).toEqual(['refund']);
  });

  it('of a goodwill is recorded with its form, and not of one of another booking', async () => {
    const [sold, other] = [await tills.sell('ada'), await tills.sell('ada')];
    const id = newId();
    const goodwill = { id, checkoutId: sold.id, amount: '5.00', reason: 'lift', staff: 'ada' };
    expect(await requestGoodwill(shop.context, { ...goodwill, seen: null, limit: null })).toBe('requested');
    const context = await getAppContext();
    context.worker.wake();
    expect(await payBackGoodwill(context, { id, checkoutId: other.id }, how('cash'))).toBeNull();
    expect(await payBackGoodwill(context, { id, checkoutId: sold.id }, how('cash'))).toEqual({
      said: 'paid_back',
      refunds: [id],
    });
    expect(await refundsOf(sold)).toMatchObject([{ state: 'settled', paidBack: 'cash', amount: '5.00' }]);
  });

  it('of exchanged tickets is what is left of their price', async () => {
    const sold = await tills.sell('ada');
    shop.ticketing.price = '10.00';
    const id = await tills.hold(1);
    const tickets = sold.tickets.slice(0, 1);
    const exchange = { checkoutId: id, earlierId: sold.id, tickets, staff: 'ada', override: false };
    expect(await exchangeTickets(shop.context, exchange)).toBe('credited');
    expect(await tills.take(id, 'ada', '0.00', 'cash')).toBe('taken');
    await shop.settle();
    const whole = await readWholeCheckout(shop.context.database, id);
    if (whole === null) throw new Error('no sale');
    const context = await getAppContext();
    expect(await payBackExchange(context, whole, how('terminal'))).toMatchObject({ said: 'paid_back' });
    expect(await payBackExchange(context, whole, how('cash'))).toEqual({ said: 'paid_before' });
    expect(await refundsOf(sold)).toMatchObject([{ paidBack: 'terminal', amount: '8.00' }]);
    expect(await isPaidAtCounter(shop.context.database, whole)).toBe(true);
  });

  it('is none of what the payment provider gives back', async () => {
    const ordered = await orderedWithTickets(shop);
    await request(ordered);
    expect(await payBack(ordered, 'cash')).toBeNull();
    expect(await refundsOf(ordered)).toMatchObject([{ state: 'done', paidBack: null }]);
  });

  it('is expected of a sale, and of no purchase in the shop', async () => {
    const isExpected = async ({ id }: Ordered) => {
      const whole = await readWholeCheckout(shop.context.database, id);
      return whole !== null && isPaidAtCounter(shop.context.database, whole);
    };
    expect(await isExpected(await tills.sell('ada', 'terminal'))).toBe(true);
    expect(await isExpected(await orderedWithTickets(shop))).toBe(false);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancel, type Ordered, refundIdOf } from '@/testing/shop/cancellations';
import { booksOf } from '@/testing/shop/reconcile';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { readRefunds } from '../../data/refund-store';
import { retryRefund, settleRefund } from '../refund/settle-refund';
import { readDayFigures } from '../closing/day-figures';
import { settleByHand } from '../attention/settle-by-hand';
import { readCheckout } from '../lookup/read-checkout';
import { findOpenBooking } from '../../data/access-store';
import { readOrders } from '../../data/order-store';
import { placeOrder } from '../checkout/place-order';
import { readPayments } from '../../data/payment-store';
import { readHolds } from '../../data/hold-store';
import { readTimeline } from '../../data/timeline-store';
import { applyVoucher } from '../voucher/apply-voucher';
import { removeItem } from '../basket/remove-item';
import { holdAtCounter } from './hold-at-counter';
import { type CounterPayment, takePayment } from './take-payment';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

function requestFor(quantity: number, saleId: string = crypto.randomUUID()) {
  const { catalogId } = shop.ticketing;
  const items = [shop.ticketing.item(quantity)];
  return { saleId, mostTickets: 20, language: 'en' as const, catalogId, items };
}

const hold = async (quantity = 2) => heldId(await holdAtCounter(shop.context, requestFor(quantity)));

function paymentFor(checkoutId: string, changes: Partial<CounterPayment> = {}): CounterPayment {
  const { customer } = orderOf(checkoutId, '36.00');
  const tender = { method: 'cash', given: '50.00' } as const;
  return { checkoutId, staff: 'ada', tender, total: '36.00', customer, isReached: true, ...changes };
}

const pay = (checkoutId: string, changes: Partial<CounterPayment> = {}) =>
  takePayment(shop.context, paymentFor(checkoutId, changes));

const refundsOfToday = async () => {
  const day = { day: new Date().toISOString().slice(0, 10), timeZone: 'UTC' };
  return (await readDayFigures(shop.context.database, day)).filter(({ kind }) => kind === 'refund');
};

const subjects = () => shop.mailbox.mails.map(({ mail }) => mail.subject ?? '');

describe('a sale at the counter', () => {
  it('is paid in cash and ordered; it is recorded who sold it and what change was due', async () => {
    const id = await hold();
    expect(await pay(id)).toEqual({ kind: 'taken' });
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'ordered', channel: 'counter', total: '36.00' });
    expect(await readPayments(shop.context.database, id)).toMatchObject([
      { state: 'paid', method: 'cash', amount: '36.00', intent: null, sessionId: null },
    ]);
    const sold = { amount: '36.00', method: 'cash', given: '50.00', change: '14.00' };
    const [entry] = await readAudit(shop.context.database, { action: 'sold_at_counter', about: 'ada' });
    expect(entry).toMatchObject({ staff: 'ada', subjectId: id, detail: sold });
    expect(await shop.ordersFor(id)).toHaveLength(1);
    expect(shop.provider.sessions.size).toBe(0);
    expect(subjects()).toHaveLength(1);
  });

  it('of a customer without an e-mail address sends nothing to the address of the shop', async () => {
    const id = await hold();
    await pay(id, { isReached: false, tender: { method: 'terminal', receipt: '0042' } });
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'ordered', email: null });
    expect(subjects()).toEqual([]);
    expect(await readPayments(shop.context.database, id)).toMatchObject([{ method: 'terminal' }]);
  });

  it('takes the money once, however often and in however many tabs the button is pressed', async () => {
    const id = await hold();
    const answers = await Promise.all([pay(id), pay(id), pay(id)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['paid_before', 'paid_before', 'taken']);
    await shop.settle();
    expect(await pay(id)).toEqual({ kind: 'paid_before' });
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });

  it('without a price is ordered without a payment', async () => {
    shop.ticketing.price = '0.00';
    const id = await hold();
    await pay(id, { total: '0.00', tender: { method: 'cash', given: '0.00' } });
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
  });

  it.each<[string, Partial<CounterPayment>, string]>([
    ['too little cash', { tender: { method: 'cash', given: '35.99' } }, 'not_enough'],
    ['another total than was shown', { total: '18.00' }, 'total_changed'],
    ['an unknown sale', { checkoutId: crypto.randomUUID() }, 'missing'],
  ])('with %s takes nothing', async (_, changes, kind) => {
    const id = await hold();
    expect(await pay(id, changes)).toEqual({ kind });
    expect(await shop.state(id)).toBe('held');
    expect(await readPayments(shop.context.database, id)).toEqual([]);
  });

  it('takes nothing for a purchase in the storefront, nor after the hold has ended', async () => {
    expect(await pay(await shop.hold())).toEqual({ kind: 'missing' });
    const id = await hold();
    await shop.later(id, { holdOver: true });
    expect(await pay(id)).toEqual({ kind: 'expired' });
    await shop.settle();
    expect(await pay(id)).toEqual({ kind: 'expired' });
  });

  it('costs less with a voucher; a code that was stopped since then is not taken off', async () => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.vouchers.set('SUMMER27', '10.00');
    const id = await hold();
    expect(await applyVoucher(shop.context, id, 'summer 27')).toBe('applied');
    expect(await pay(id)).toEqual({ kind: 'total_changed' });
    expect(await pay(id, { total: '32.40', tender: { method: 'terminal', receipt: '7' } })).toEqual({
      kind: 'taken',
    });
    await shop.settle();
    expect((await shop.ordersFor(id)).map((order) => order.totalAmountInclTax)).toEqual(['32.40']);

    const other = await hold();
    expect(await applyVoucher(shop.context, other, 'summer 27')).toBe('applied');
    shop.ticketing.vouchers.clear();
    expect(await pay(other, { total: '32.40' })).toEqual({ kind: 'total_changed' });
    expect(await readCheckout(shop.context, other, 'en')).toMatchObject({
      total: '36.00',
      voucher: { code: 'SUMMER27', lost: true, why: 'UNKNOWN' },
    });
    expect(await pay(other)).toEqual({ kind: 'taken' });
  });

  it('loses one item before it is paid: its units go back at once; the last one ends the sale', async () => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.vouchers.set('SUMMER27', '10.00');
    const id = await hold();
    await holdAtCounter(shop.context, requestFor(1, id));
    await applyVoucher(shop.context, id, 'summer 27');
    const stock = shop.ticketing.stock;
    const [first, second] = await readHolds(shop.context.database, id);
    const remove = (holdId = '') => removeItem(shop.context, id, holdId);
    const clicks = await Promise.all([remove(first?.id), remove(first?.id)]);
    expect(clicks.sort()).toEqual(['not_found', 'removed']);
    expect(shop.ticketing.stock).toBe(stock + 1);
    expect(await readCheckout(shop.context, id, 'en')).toMatchObject({
      total: '16.20',
      voucher: { discount: '1.80', lost: false },
    });
    expect(await remove(second?.id)).toBe('emptied');
    expect(shop.ticketing.stock).toBe(stock + 2);
    expect(await shop.state(id)).toBe('cancelled');
    expect(await remove(second?.id)).toBe('not_found');
  });

  it('that is paid loses no item', async () => {
    const id = await hold();
    await pay(id);
    const [item] = await readHolds(shop.context.database, id);
    expect(await removeItem(shop.context, id, item?.id ?? '')).toBe('not_found');
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });

  it('that was taken by a process that crashed is ordered by another one', async () => {
    const id = await hold();
    await pay(id);
    shop.ticketing.orderFaults.push('cut_after');
    await shop.settle();
    await shop.laterAll();
    await shop.settle();
    await shop.laterAll();
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    expect(await shop.ordersFor(id)).toHaveLength(1);
  });
});

describe('holding at the counter', () => {
  it('is not stopped by the limits of customers, but by that of a sale', async () => {
    const { catalogId } = shop.ticketing;
    const quota = { basket: 10, network: 10, site: 10 };
    const context = { ...shop.context, quota, groupLimits: new Map([[catalogId, 5]]) };
    for (const quantity of [10, 10, 20])
      expect(await holdAtCounter(context, requestFor(quantity))).toMatchObject({ kind: 'held' });
    expect(await holdAtCounter(context, requestFor(21))).toMatchObject({
      kind: 'over_quota',
      of: 'basket',
      left: 20,
    });
  });

  it('adds to the open sale, and begins another one when that is paid', async () => {
    const saleId = crypto.randomUUID();
    const first = heldId(await holdAtCounter(shop.context, requestFor(1, saleId)));
    expect(first).toBe(saleId);
    expect(heldId(await holdAtCounter(shop.context, requestFor(1, saleId)))).toBe(saleId);
    await pay(saleId);
    expect(heldId(await holdAtCounter(shop.context, requestFor(1, saleId)))).not.toBe(saleId);
  });

  it('adds nothing to a purchase in the storefront', async () => {
    const web = await shop.hold();
    expect(heldId(await holdAtCounter(shop.context, requestFor(1, web)))).not.toBe(web);
  });

  it('holds the same form once', async () => {
    const request = { ...requestFor(2), formId: crypto.randomUUID() };
    const held = await Promise.all([1, 2].map(() => holdAtCounter(shop.context, request)));
    expect(new Set(held.map(heldId))).toEqual(new Set([request.saleId]));
    expect(shop.ticketing.stock).toBe(99);
  });

  it('is in no browser of a customer', async () => {
    const id = await hold();
    expect((await findOpenBooking(shop.context.database, id)).openId).toBeNull();
    expect(await placeOrder(shop.context, orderOf(id, '1.00'))).toEqual({ kind: 'total_changed' });
  });
});

describe('money that was taken at the counter', () => {
  it('is returned by staff when no order can be made', async () => {
    const id = await hold();
    await pay(id);
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'pay_back_at_counter' });
    expect(await settleByHand(shop.context, id, { as: 'nothing', staff: 'bo' })).toBe(false);
    const settling = { as: 'refunded', paidBack: 'terminal', staff: 'bo' } as const;
    expect(await settleByHand(shop.context, id, settling)).toBe(true);
    const [payment] = await readPayments(shop.context.database, id);
    expect(payment).toMatchObject({ method: 'cash', paidBack: 'terminal' });
    expect(payment?.refundedAt).toBeInstanceOf(Date);
    expect((await refundsOfToday()).find(({ method }) => method === 'terminal')).toMatchObject({
      amount: '-36.00',
    });
    expect(await booksOf(shop).findingKinds(id)).toEqual([]);
    const timeline = await readTimeline(shop.context.database, id);
    expect(timeline.at(-1)).toMatchObject({ what: 'settled_by_hand', detail: { staff: 'bo' } });
  });

  it('is returned by staff when tickets are cancelled, and never requested from the provider', async () => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.tickets.support = 'change';
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
    const id = await hold();
    await pay(id);
    await shop.settle();
    const [order] = await readOrders(shop.context.database, id);
    const { tickets = [] } = order?.data.items[0] ?? {};
    const sold: Ordered = { id, orderId: order?.id ?? '', tickets, intent: '' };
    await cancel(shop, sold, { tickets: tickets.slice(0, 1) });
    const refundId = await refundIdOf(shop.context, id);
    const rows = () => readRefunds(shop.context.database, id);
    expect(await rows()).toMatchObject([
      { state: 'failed', problem: 'pay_back_at_counter', amount: '18.00' },
    ]);
    expect(await retryRefund(shop.context, refundId, 'bo')).toBe(false);
    const how = { as: 'refunded', paidBack: 'cash', reason: 'moved', staff: 'bo' } as const;
    const settled = await Promise.all([1, 2].map(() => settleRefund(shop.context, refundId, how)));
    expect(settled.sort()).toEqual(['late', 'settled']);
    expect(await rows()).toMatchObject([{ state: 'settled', paidBack: 'cash' }]);
    const [entry] = await readAudit(shop.context.database, { action: 'cancellation_settled', about: 'bo' });
    expect(entry).toMatchObject({ subjectId: id, detail: { amount: '18.00', as: 'refunded' } });
    expect(await booksOf(shop).findingKinds(id)).toEqual([]);
    await shop.settle();
    const email = shop.mailbox.mails.find(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
    expect(email?.mail.text).toContain('Paid back in cash');
    expect(email?.mail.text).not.toContain('Your bank');
  });
});

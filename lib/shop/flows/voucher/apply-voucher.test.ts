import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import { sumAmounts } from '@/lib/money/money';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { removeItem } from '../basket/remove-item';
import { readCheckout } from '../lookup/read-checkout';
import { placeOrder } from '../checkout/place-order';
import { readHolds } from '../../data/hold-store';
import { findUnsettled, readPayments } from '../../data/payment-store';
import { readTimeline } from '../../data/timeline-store';
import { dropVoucher, refreshVoucher, applyVoucher } from './apply-voucher';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasExtensions = true;
  shop.ticketing.vouchers.set('Summer-27', '10.00');
});

const view = async (id: string) => {
  const read = await readCheckout(shop.context, id, 'en');
  if (read === null) throw new Error('no such checkout');
  return read;
};
const apply = (id: string, code = 'summer 27') => applyVoucher(shop.context, id, code);
const place = (id: string, total: string) => placeOrder(shop.context, orderOf(id, total));
const sessionOf = async (id: string) => (await findUnsettled(shop.context.database, id))?.sessionId ?? '';

/** Pays, and lets the worker finish. */
async function pay(id: string): Promise<void> {
  shop.provider.pay(await sessionOf(id));
  await shop.later(id, { holdOver: true });
  await shop.settle();
}

describe('a code in the checkout', () => {
  it('that the service does not look at, because of too many others, is not shown as used, and the rest can be bought', async () => {
    const id = await shop.hold(2);
    shop.ticketing.voucherFaults.push('too_often');
    expect(await apply(id)).toBe('too_often');
    expect(await view(id)).toMatchObject({ total: '36.00', voucher: null });
    expect(await place(id, '36.00')).toMatchObject({ kind: 'pay' });
    await pay(id);
    expect(await shop.state(id)).toBe('ordered');
  });

  it('makes everything that is held cheaper, and the order costs what was paid', async () => {
    const id = await shop.hold(2, 2);
    expect(await apply(id, ' sum\u00admer\u201127\u200b ')).toBe('applied');
    expect(await view(id)).toMatchObject({
      total: '64.80',
      due: '64.80',
      fees: '0.00',
      voucher: { code: 'Summer-27', discount: '7.20', lost: false },
    });
    expect((await view(id)).items.flatMap(({ lines }) => lines.map((line) => line.totalAmount))).toEqual([
      '32.40',
      '32.40',
    ]);
    // With what the code takes off each, these add up to the prices before it.
    expect((await view(id)).items.flatMap(({ lines }) => lines.map((line) => line.discount))).toEqual([
      '3.60',
      '3.60',
    ]);
    expect(await place(id, '72.00')).toEqual({ kind: 'total_changed' });
    expect(await place(id, '64.80')).toMatchObject({ kind: 'pay' });
    await pay(id);
    expect(await shop.state(id)).toBe('ordered');
    const orders = await shop.ordersFor(id);
    expect(sumAmounts(orders.map((order) => order.totalAmountInclTax))).toBe('64.80');
    expect((await readPayments(shop.context.database, id)).map(({ amount }) => amount)).toEqual(['64.80']);
  });

  it('is removed, and everything costs what it did', async () => {
    const id = await shop.hold(2);
    await apply(id);
    expect(await dropVoucher(shop.context, id)).toBe('removed');
    expect(await view(id)).toMatchObject({ total: '36.00', voucher: null });
    expect((await readTimeline(shop.context.database, id)).at(-1)).toMatchObject({
      what: 'voucher_removed',
      detail: { code: 'Summer-27' },
    });
    expect(await place(id, '36.00')).toMatchObject({ kind: 'pay' });
  });

  it('that is unknown changes nothing, and leaves the code that is used', async () => {
    const id = await shop.hold(2);
    expect(await apply(id, 'NOTHING')).toBe('UNKNOWN');
    expect(await view(id)).toMatchObject({ total: '36.00', voucher: null });
    await apply(id);
    expect(await apply(id, 'NOTHING')).toBe('UNKNOWN');
    expect(await view(id)).toMatchObject({ total: '32.40', voucher: { code: 'Summer-27' } });
  });

  it('that needs a higher total says from which on', async () => {
    const id = await shop.hold(2);
    shop.ticketing.voucherMinimum = '36.01';
    expect(await apply(id)).toEqual({ refusal: 'BELOW_MINIMUM', minimum: '36.01' });
    expect(await view(id)).toMatchObject({ total: '36.00', voucher: null });
    shop.ticketing.voucherMinimum = '36.00';
    expect(await apply(id)).toBe('applied');
  });

  it('is lost when what is left costs too little', async () => {
    const id = await shop.hold(1, 2);
    shop.ticketing.voucherMinimum = '30.00';
    await apply(id);
    const [first] = await readHolds(shop.context.database, id);
    await removeItem(shop.context, id, first?.id ?? '');
    expect(await view(id)).toMatchObject({ total: '18.00', voucher: { lost: true } });
    const lost = (await readTimeline(shop.context.database, id)).find(({ what }) => what === 'voucher_lost');
    expect(lost?.detail).toMatchObject({ why: 'BELOW_MINIMUM' });
  });

  it('is applied again when an item is removed', async () => {
    const id = await shop.hold(2, 2);
    await apply(id);
    const [first] = await readHolds(shop.context.database, id);
    await removeItem(shop.context, id, first?.id ?? '');
    expect(await view(id)).toMatchObject({ total: '32.40', voucher: { discount: '3.60' } });
  });

  it('takes the checkout back from the payment page: the old amount can’t be paid any more', async () => {
    const id = await shop.hold(2);
    await place(id, '36.00');
    const session = await sessionOf(id);
    expect(await apply(id)).toBe('applied');
    expect(() => shop.provider.pay(session)).toThrow();
    expect(await place(id, '32.40')).toMatchObject({ kind: 'pay' });
    await pay(id);
    expect(await shop.state(id)).toBe('ordered');
  });

  it('is not said to be removed when the service no longer holds the tickets', async () => {
    const id = await shop.hold(2);
    await apply(id);
    shop.ticketing.clockOffMilliseconds = 3_600_000;
    expect(await dropVoucher(shop.context, id)).toBe('not_held');
  });

  it('can’t be used after the payment', async () => {
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await apply(id)).toBe('not_held');
  });
});

describe('a code that can’t be used any more', () => {
  it('is removed before the payment, and the customer sees the other price first', async () => {
    const id = await shop.hold(2);
    await apply(id);
    shop.ticketing.vouchers.clear();
    expect(await place(id, '32.40')).toEqual({ kind: 'total_changed' });
    expect(await view(id)).toMatchObject({
      total: '36.00',
      voucher: { code: 'Summer-27', lost: true, why: 'UNKNOWN' },
    });
    expect(await place(id, '36.00')).toMatchObject({ kind: 'pay' });
  });

  it('begins no payment while the service can’t be asked', async () => {
    const id = await shop.hold(2);
    await apply(id);
    shop.network.service.unavailable = true;
    expect(await refreshVoucher(shop.context, id)).toMatchObject({ kind: 'unavailable' });
    expect(await place(id, '32.40')).toEqual({ kind: 'service_unavailable' });
    expect(await apply(id, 'OTHER')).toBe('unavailable');
    shop.network.service.unavailable = false;
    // The service does not know the code that was typed meanwhile: it is removed, and the price has changed.
    expect(await place(id, '32.40')).toEqual({ kind: 'total_changed' });
    expect(await view(id)).toMatchObject({ total: '36.00' });
  });
});

describe('a hold that expires during the payment', () => {
  async function paidTooLate(): Promise<string> {
    const id = await shop.hold(2);
    await apply(id);
    await place(id, '32.40');
    shop.ticketing.clockOffMilliseconds = 3_600_000;
    return id;
  }

  it('is held again with the code, and ordered for what was paid', async () => {
    const id = await paidTooLate();
    await pay(id);
    expect(await shop.state(id)).toBe('ordered');
    expect((await shop.ordersFor(id)).map((order) => order.totalAmountInclTax)).toEqual(['32.40']);
  });

  it('is refunded if the code can’t be used any more', async () => {
    const id = await paidTooLate();
    shop.ticketing.vouchers.clear();
    await pay(id);
    await shop.laterAll();
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(await shop.ordersFor(id)).toEqual([]);
    expect((await shop.find(id)).reason).toBe('price_changed');
  });
});

it('an order that would cost something else than was paid is not made, and the money goes back', async () => {
  const id = await shop.hold(2);
  expect(await place(id, '36.00')).toMatchObject({ kind: 'pay' });
  const [held] = await readHolds(shop.context.database, id);
  // By another program with the same token.
  await shop.context.client.applyVoucher(
    { code: 'Summer-27', reservations: [addresses.reservation(held?.reservationId ?? '')] },
    { language: 'en' },
  );
  await pay(id);
  expect(await shop.state(id)).toBe('refunded');
  expect(await shop.ordersFor(id)).toEqual([]);
});

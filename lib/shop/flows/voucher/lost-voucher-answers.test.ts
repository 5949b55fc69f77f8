import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { placeOrder } from '../checkout/place-order';
import { readHolds } from '../../data/hold-store';
import { findUnsettled } from '../../data/payment-store';
import { applyVoucher, dropVoucher } from './apply-voucher';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasExtensions = true;
  shop.ticketing.vouchers.set('HALF', '50.00');
  shop.ticketing.vouchers.set('TENTH', '10.00');
});

const apply = (id: string, code = 'HALF') => applyVoucher(shop.context, id, code);
const place = (id: string, total: string) => placeOrder(shop.context, orderOf(id, total));
const reservationOf = async (id: string) => {
  const [hold] = await readHolds(shop.context.database, id);
  if (hold === undefined) throw new Error('nothing is held');
  return { shop: hold.reservation, service: shop.ticketing.reservations.get(hold.reservationId) };
};

/** The customer pays, and the purchase ends. */
async function pay(id: string): Promise<string> {
  shop.provider.pay((await findUnsettled(shop.context.database, id))?.sessionId ?? '');
  await shop.later(id, { holdOver: true });
  await shop.settle();
  return shop.state(id);
}

/** The customer pays the price that the page shows, and the order costs what was paid. */
async function expectOrderCostsWhatWasPaid(id: string): Promise<void> {
  const { shop: shopCopy } = await reservationOf(id);
  let placed = await place(id, shopCopy.totalAmountInclTax);
  if (placed.kind === 'total_changed')
    placed = await place(id, (await reservationOf(id)).shop.totalAmountInclTax);
  expect(placed).toMatchObject({ kind: 'pay' });
  expect(await pay(id)).toBe('ordered');
  const [order] = await shop.ordersFor(id);
  expect(order?.totalAmountInclTax).toBe((await shop.find(id)).total);
}

const lostAnswers = [
  { fault: 'cut_before', what: 'the request is lost' },
  { fault: 'cut_after', what: 'the response is lost' },
  { fault: 'unknown_after', what: 'a 404 comes although it was carried out' },
] as const;

describe('shop and service agree on the price before money is asked', () => {
  it.each(lostAnswers)('when a code is applied: $what', async ({ fault }) => {
    const id = await shop.hold(2);
    shop.ticketing.voucherFaults.push(fault);
    expect(await apply(id)).toBe(fault === 'unknown_after' ? 'applied' : 'unavailable');
    await expectOrderCostsWhatWasPaid(id);
    expect((await shop.find(id)).total).toBe('18.00');
  });

  it.each(lostAnswers)('when it is removed: $what', async ({ fault }) => {
    const id = await shop.hold(2);
    await apply(id);
    shop.ticketing.voucherFaults.push(fault);
    expect(await dropVoucher(shop.context, id)).toBe(fault === 'unknown_after' ? 'removed' : 'unavailable');
    await expectOrderCostsWhatWasPaid(id);
    expect((await shop.find(id)).total).toBe('36.00');
  });

  it('when a gateway that knows no vouchers answers each time', async () => {
    const id = await shop.hold(2);
    await apply(id);
    shop.ticketing.hasExtensions = false;
    shop.ticketing.voucherFaults.push('unknown_after', 'unknown_after');
    await dropVoucher(shop.context, id);
    shop.ticketing.hasExtensions = true;
    await expectOrderCostsWhatWasPaid(id);
  });

  it('when a code is refused after the answer to an earlier one was lost', async () => {
    const id = await shop.hold(2);
    shop.ticketing.voucherFaults.push('cut_after');
    expect(await apply(id, 'TENTH')).toBe('unavailable');
    expect(await apply(id, 'NOTHING')).toBe('UNKNOWN');
    await expectOrderCostsWhatWasPaid(id);
  });

  it('when a wrong code is refused after the right one was typed', async () => {
    const id = await shop.hold(2);
    let release: () => void = () => undefined;
    const held = new Promise<void>((go) => (release = go));
    let reached: () => void = () => undefined;
    const arrived = new Promise<void>((go) => (reached = go));
    shop.ticketing.meanwhile = async ({ body }) => {
      if (!body.includes('WRONG')) return;
      reached();
      await held;
    };
    const wrong = apply(id, 'WRONG');
    await arrived;
    expect(await apply(id)).toBe('applied');
    release();
    expect(await wrong).toBe('UNKNOWN');
    shop.ticketing.meanwhile = null;
    expect((await shop.find(id)).voucher).toBe('HALF');
    await expectOrderCostsWhatWasPaid(id);
    expect((await shop.find(id)).total).toBe('18.00');
  });

  it('when a code that was removed arrives while the customer pays', async () => {
    const id = await shop.hold(2);
    const { shop: before } = await reservationOf(id);
    shop.ticketing.voucherFaults.push('cut_before');
    await apply(id);
    expect(await dropVoucher(shop.context, id)).toBe('removed');
    expect(await place(id, '36.00')).toMatchObject({ kind: 'pay' });
    const late = await shop.context.client.applyVoucher(
      { code: 'HALF', reservations: [addresses.reservation(before.id)], versions: [before.version ?? 0] },
      { language: 'en' },
    );
    expect(late).toMatchObject({ kind: 'changed' });
    expect(await pay(id)).toBe('ordered');
    expect((await shop.ordersFor(id))[0]?.totalAmountInclTax).toBe('36.00');
  });

  it('when another window applies another code while this one orders', async () => {
    const id = await shop.hold(2);
    await apply(id, 'TENTH');
    let other: Promise<unknown> = Promise.resolve();
    shop.ticketing.meanwhile = async ({ body }) => {
      if (!body.includes('TENTH')) return;
      shop.ticketing.meanwhile = null;
      other = apply(id);
      await other;
    };
    expect(await place(id, '32.40')).toEqual({ kind: 'total_changed' });
    await other;
    await expectOrderCostsWhatWasPaid(id);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { booksOf } from '@/testing/shop/reconcile';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { readDayFigures } from '../closing/day-figures';
import { readTaxes } from '../report/read-taxes';
import { readVouchers } from '../report/read-vouchers';
import { applyVoucher, dropVoucher } from '../voucher/apply-voucher';
import { giveTickets } from './give-tickets';
import { holdAtCounter } from './hold-at-counter';
import { takePayment } from './take-payment';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.vouchers.set('FREE-1', '100.00').set('TEN', '10.00');
});

const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'UTC' };

async function holdForSale(): Promise<string> {
  const { catalogId } = shop.ticketing;
  const request = { saleId: crypto.randomUUID(), mostTickets: 20, language: 'en' as const, catalogId };
  return heldId(await holdAtCounter(shop.context, { ...request, items: [shop.ticketing.item(2)] }));
}

const give = (checkoutId: string, reason = 'Press') =>
  giveTickets(shop.context, { checkoutId, staff: 'ada', actor: 'Ada', reason, language: 'en' });

const givenOf = async (id: string) =>
  (await readAudit(shop.context.database, { action: 'tickets_given', about: id })).map(
    ({ detail }) => detail,
  );

async function finish(checkoutId: string, total: string) {
  const { customer } = orderOf(checkoutId, total);
  const tender = { method: 'cash', given: total } as const;
  const payment = { checkoutId, staff: 'ada', tender, total, customer, isReached: true };
  expect(await takePayment(shop.context, payment)).toEqual({ kind: 'taken' });
  await shop.settle();
}

it('the report of vouchers adds up what was given, and names other codes', async () => {
  for (let given = 0; given < 2; given += 1) {
    const id = await holdForSale();
    await give(id);
    await finish(id, '0.00');
  }
  const sold = await holdForSale();
  await applyVoucher(shop.context, sold, 'TEN');
  await finish(sold, '32.40');
  expect((await readVouchers(shop.context.database, always)).byCode).toEqual([
    { code: '', uses: 2, discount: '72.00', sold: '0.00' },
    { code: 'TEN', uses: 1, discount: '3.60', sold: '32.40' },
  ]);
});

it('tickets that staff give are ordered for nothing: no payment, nothing in the closing, nothing taxed', async () => {
  const today = { day: new Date().toISOString().slice(0, 10), timeZone: 'UTC' };
  const figures = async () => ({
    closing: await readDayFigures(shop.context.database, today),
    taxed: (await readTaxes(shop.context.database, always)).map(({ rate, sold }) => ({ rate, sold })),
  });
  const before = await figures();
  const id = await holdForSale();
  expect(await give(id)).toBe('given');
  await finish(id, '0.00');
  const [entry] = await readAudit(shop.context.database, { action: 'tickets_given', about: 'ada' });
  expect(entry).toMatchObject({ subjectId: id, detail: { amount: '36.00', reason: 'Press' } });
  expect(await shop.find(id)).toMatchObject({ state: 'ordered', total: '0.00' });
  expect(await readOrders(shop.context.database, id)).toMatchObject([
    { data: { complimentary: true, totalAmountInclTax: '0.00', discountInclTax: '36.00' } },
  ]);
  expect(await readPayments(shop.context.database, id)).toEqual([]);
  expect(await figures()).toEqual(before);
  expect(await booksOf(shop).findingKinds(id)).toEqual([]);
});

it('a second click, or one at the same time, makes one voucher and one entry of the audit log', async () => {
  const id = await holdForSale();
  expect(await Promise.all([give(id), give(id)])).toEqual(['given', 'given']);
  expect(await give(id, 'Again')).toBe('given');
  expect([...shop.ticketing.vouchers.keys()]).toEqual(['FREE-1', 'TEN', (await shop.find(id)).voucher]);
  expect(await givenOf(id)).toEqual([{ amount: '36.00', reason: 'Press' }]);
  // After another price it is another gift, with the same voucher.
  await dropVoucher(shop.context, id);
  expect(await give(id, 'Again')).toBe('given');
  expect(shop.ticketing.vouchers.size).toBe(3);
  expect((await givenOf(id)).map(({ reason }) => reason)).toEqual(['Again', 'Press']);
});

it('a click after one whose answer was lost gives them, and notes it once', async () => {
  const id = await holdForSale();
  shop.ticketing.voucherFaults.push('cut_after');
  expect(await give(id)).toBe('unavailable');
  expect(await givenOf(id)).toEqual([]);
  expect(await give(id)).toBe('given');
  expect(await givenOf(id)).toHaveLength(1);
  expect(shop.ticketing.vouchers.size).toBe(3);
});

it('neither a customer nor another sale can use a code with which staff give tickets', async () => {
  const given = await holdForSale();
  await give(given);
  const { voucher } = await shop.find(given);
  for (const id of [await shop.hold(2), await holdForSale()]) {
    for (const code of ['FREE-1', voucher ?? ''])
      expect(await applyVoucher(shop.context, id, code)).toBe('UNKNOWN');
    expect(await shop.find(id)).toMatchObject({ state: 'held', voucher: '' });
  }
});

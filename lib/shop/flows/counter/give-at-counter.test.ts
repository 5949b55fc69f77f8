import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { booksOf } from '@/testing/shop/reconcile';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { readDayFigures } from '../closing/day-figures';
import { readTaxes } from '../report/read-taxes';
import { readVouchers } from '../report/read-vouchers';
import { applyVoucher } from '../voucher/apply-voucher';
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
  shop.ticketing.vouchers.set('FREE-1', '100.00').set('FREE-2', '100.00').set('TEN', '10.00');
});

const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'UTC' };

async function holdForSale(): Promise<string> {
  const { catalogId } = shop.ticketing;
  const request = { saleId: crypto.randomUUID(), mostTickets: 20, language: 'en' as const, catalogId };
  return heldId(await holdAtCounter(shop.context, { ...request, items: [shop.ticketing.item(2)] }));
}

async function finish(checkoutId: string, total: string) {
  const { customer } = orderOf(checkoutId, total);
  const tender = { method: 'cash', given: total } as const;
  const payment = { checkoutId, staff: 'ada', tender, total, customer, isReached: true };
  expect(await takePayment(shop.context, payment)).toEqual({ kind: 'taken' });
  await shop.settle();
}

it('the report of vouchers adds up what was given, and names other codes', async () => {
  for (const [code, total] of [
    ['FREE-1', '0.00'],
    ['FREE-2', '0.00'],
    ['TEN', '32.40'],
  ] as const) {
    const id = await holdForSale();
    await applyVoucher(shop.context, id, code);
    await finish(id, total);
  }
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
  const gift = { checkoutId: id, code: 'FREE-1', staff: 'ada', reason: 'Press' };
  expect(await giveTickets(shop.context, gift)).toBe('applied');
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

it('a customer can’t use a code with which staff give tickets', async () => {
  const id = await shop.hold(2);
  expect(await applyVoucher(shop.context, id, 'FREE-1')).toBe('UNKNOWN');
  expect(await shop.find(id)).toMatchObject({ state: 'held', voucher: '' });
});

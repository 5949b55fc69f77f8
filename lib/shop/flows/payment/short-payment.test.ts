import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { settleByHand } from '../attention/settle-by-hand';
import { exportPayments } from '../report/export-payments';
import { readPayments } from '../../data/payment-store';

let shop: TestShop;
let books: ReturnType<typeof booksOf>;

beforeAll(async () => {
  shop = await startTestShop();
  books = booksOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** A purchase of €36.00 for which one cent less was paid. */
async function paidShort(): Promise<{ id: string; intent: string }> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId, { amount: 3599 });
  await shop.later(id);
  await shop.settle();
  expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
  return { id, intent: (await books.paymentOf(id)).paidAs };
}

const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };
const exported = async (intent: string) => {
  const rows: string[] = [];
  for await (const row of exportPayments(shop.context.database, always))
    if (row.intent === intent) rows.push(`${row.kind} ${row.amount} ${row.method}`);
  return rows;
};

it('a payment of another amount is booked with what was paid', async () => {
  const { id, intent } = await paidShort();
  expect(await readPayments(shop.context.database, id)).toMatchObject([{ amount: '35.99', state: 'paid' }]);
  expect(await exported(intent)).toEqual(['payment 35.99 provider']);
});

it('and what staff give back in another way is booked as they say, and is no finding of the reconciliation', async () => {
  const { id, intent } = await paidShort();
  const settling = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;
  expect(await settleByHand(shop.context, id, settling)).toBe(true);
  expect(await exported(intent)).toEqual(['payment 35.99 provider', 'refund -35.99 cash']);
  expect(await books.findingKinds(id)).toEqual([]);
  // Money that goes back at the provider, too, is one.
  shop.provider.incidents.refundAtDashboard(intent);
  expect(await books.findingKinds(id)).toEqual(['refund_differs']);
});

it('and what they have refunded at the provider is booked as the provider has it', async () => {
  const { id, intent } = await paidShort();
  shop.provider.incidents.refundAtDashboard(intent);
  const settling = { as: 'refunded', paidBack: 'provider', reason: 'there', staff: 'ada' } as const;
  expect(await settleByHand(shop.context, id, settling)).toBe(true);
  expect(await exported(intent)).toEqual(['payment 35.99 provider', 'refund -35.99 provider']);
  expect(await books.findingKinds(id)).toEqual([]);
});

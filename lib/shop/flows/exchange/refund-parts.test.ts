import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findInAttention } from '@/testing/shop/attention';
import { cancel, orderedWithTickets, refundIdOf } from '@/testing/shop/cancellations';
import { exchanging, later, ordered } from '@/testing/shop/exchanges';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { exportPayments } from '../report/export-payments';
import { readRefunds } from '../../data/refund-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { settleRefund } from '../refund/settle-refund';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

it('a refund from two payments is told as refunded only when both have returned their part', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(shop, earlier, '25.00');
  const made = await ordered(shop, id, '7.00');
  const refunds = () =>
    shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
  const before = refunds().length;
  // The order of the two refunds is not certain: one of them is refused.
  shop.provider.refundFaults.push('failed');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  await later(shop);
  expect(refunds()).toHaveLength(before);
  const [whole] = await readShownCancellations(shop.context.database, id);
  expect(whole?.parts).toMatchObject([{ checkoutId: earlier.id, amount: '18.00' }]);
  const rows = [whole, ...(await readShownCancellations(shop.context.database, earlier.id))];
  const open = rows.find((row) => row?.state === 'attention');
  const settling = { as: 'refunded', paidBack: 'other', reason: 'by transfer', staff: 'ada' } as const;
  expect(await settleRefund(shop.context, open?.refund?.id ?? '', settling)).toBe('settled');
  await later(shop);
  expect(refunds()).toHaveLength(before + 1);
  expect(refunds().at(-1)?.mail.text).toContain('€25.00');
});

it('a refund from two payments that staff settle before it is requested is told to the customer', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(shop, earlier, '25.00');
  const made = await ordered(shop, id, '7.00');
  // The service answers late, and then with another amount: nothing is requested from the provider.
  shop.ticketing.cancelling.faults.push('error_before');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
  await later(shop);
  const [whole] = await readShownCancellations(shop.context.database, id);
  expect(whole).toMatchObject({ state: 'attention', problem: 'amount_differs', isEnded: false });
  const settling = { as: 'refunded', paidBack: 'other', reason: 'by transfer', staff: 'ada' } as const;
  for (const purchase of [id, earlier.id])
    expect(await settleRefund(shop.context, await refundIdOf(shop.context, purchase), settling)).toBe(
      'settled',
    );
  await later(shop);
  const [settled] = await readShownCancellations(shop.context.database, id);
  expect(settled).toMatchObject({ isEnded: true, parts: [{ state: 'done', paidBack: 'other' }] });
  expect(settled?.toldAt).toBeInstanceOf(Date);
  const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };
  const counted: string[] = [];
  for await (const row of exportPayments(shop.context.database, always))
    if (row.kind === 'refund' && [made.intent, earlier.intent].includes(row.intent ?? ''))
      counted.push(row.amount);
  expect(counted.sort()).toEqual(['-18.00', '-7.00']);
});

it('a refund from two payments that staff have to make is listed with the part of each', async () => {
  const earlier = await orderedWithTickets(shop);
  const { id } = await exchanging(shop, earlier, '25.00');
  const made = await ordered(shop, id, '7.00');
  shop.provider.refundFaults.push('failed', 'failed');
  expect(await cancel(shop, made, { amount: '25.00' })).toMatchObject({ kind: 'requested' });
  await later(shop);
  const waiting = await findInAttention(shop.context.database);
  expect(waiting.find((one) => one.id === id)?.total).toBe('7.00');
  expect(waiting.find((one) => one.id === earlier.id)?.total).toBe('18.00');
  for (const checkoutId of [id, earlier.id]) {
    const [row] = (await readRefunds(shop.context.database, checkoutId)).filter(
      ({ state }) => state === 'failed',
    );
    const paidBack = checkoutId === id ? 'cash' : 'other';
    const settling = { as: 'refunded', paidBack, reason: 'at the desk', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, row?.id ?? '', settling)).toBe('settled');
  }
  await later(shop);
  const told = shop.mailbox.mails.findLast(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
  expect(told?.mail.text).toContain('€7.00: Paid back in cash');
  expect(told?.mail.text).toContain('€18.00: Paid back in another way');
  expect(told?.mail.text).not.toContain('means of payment');
});

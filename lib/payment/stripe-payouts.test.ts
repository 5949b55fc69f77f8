import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listOf, refusal, startScriptedStripe, type ScriptedStripe } from '@/testing/payment/scripted-stripe';
import { PaymentError } from './payment';

let stripe: ScriptedStripe;
beforeAll(async () => {
  stripe = await startScriptedStripe();
});
afterAll(() => stripe.close());
beforeEach(() => stripe.reset());

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

const payoutOf = (differences: object = {}) => ({
  id: 'po_1',
  object: 'payout',
  amount: 9876,
  currency: 'eur',
  status: 'paid',
  automatic: true,
  arrival_date: Date.parse('2026-11-25T00:00:00Z') / 1000,
  ...differences,
});

describe('the list of payouts', () => {
  it('is that of the days of arrival, in all its pages', async () => {
    stripe.answers.push(listOf([payoutOf()], true), listOf([payoutOf({ id: 'po_2', automatic: false })]));
    const found = await all(stripe.payments().listPayouts('2026-11-25', '2026-11-26'));
    const first = { id: 'po_1', arrivesOn: '2026-11-25', amount: '98.76', currency: 'EUR', status: 'paid' };
    expect(found).toEqual([
      { ...first, isManual: false },
      { ...first, id: 'po_2', isManual: true },
    ]);
    const sent = { 'arrival_date[gte]': '1795564800', 'arrival_date[lt]': '1795651200', limit: '100' };
    expect(stripe.requests).toMatchObject([
      { method: 'GET', path: '/v1/payouts', sent },
      { method: 'GET', path: '/v1/payouts', sent: { ...sent, starting_after: 'po_1' } },
    ]);
  });

  it.each([
    ['paid', 'paid'],
    ['pending', 'pending'],
    ['in_transit', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['something_new', 'pending'],
  ])('reads the status %s as %s', async (status, expected) => {
    stripe.answers.push(listOf([payoutOf({ status })]));
    expect(await all(stripe.payments().listPayouts('2026-11-25', '2026-11-26'))).toMatchObject([
      { status: expected },
    ]);
  });

  it('that the provider refuses is an error of payments', async () => {
    stripe.answers.push(refusal('api_error', undefined, 500));
    await expect(all(stripe.payments().listPayouts('2026-11-25', '2026-11-26'))).rejects.toThrow(
      PaymentError,
    );
  });
});

describe('the movements of a payout', () => {
  const entryOf = (id: string, type: string, amount: number, source: unknown) => ({
    id,
    object: 'balance_transaction',
    type,
    amount,
    fee: type === 'charge' ? 79 : 0,
    currency: 'eur',
    source,
  });

  it('are payments, refunds, disputes and others, without the payout itself', async () => {
    stripe.answers.push(
      listOf([
        entryOf('txn_1', 'charge', 3600, { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }),
        entryOf('txn_2', 'refund', -500, { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' } }),
        entryOf('txn_3', 'adjustment', -3600, { id: 'dp_1', object: 'dispute', payment_intent: null }),
        entryOf('txn_4', 'stripe_fee', -100, null),
        entryOf('txn_5', 'transfer', -100, { id: 'tr_1', object: 'transfer' }),
        entryOf('txn_6', 'payout', -9876, 'po_1'),
      ]),
    );
    const common = { currency: 'EUR', fee: '0.00' };
    expect(await all(stripe.payments().listPayoutEntries('po_1'))).toEqual([
      {
        ...common,
        id: 'txn_1',
        kind: 'payment',
        amount: '36.00',
        fee: '0.79',
        intent: 'pi_1',
        objectId: 'ch_1',
      },
      { ...common, id: 'txn_2', kind: 'refund', amount: '-5.00', intent: 'pi_1', objectId: 're_1' },
      { ...common, id: 'txn_3', kind: 'dispute', amount: '-36.00', intent: null, objectId: 'dp_1' },
      { ...common, id: 'txn_4', kind: 'other', amount: '-1.00', intent: null, objectId: null },
      { ...common, id: 'txn_5', kind: 'other', amount: '-1.00', intent: null, objectId: 'tr_1' },
    ]);
    expect(stripe.requests).toMatchObject([
      {
        path: '/v1/balance_transactions',
        sent: { payout: 'po_1', limit: '100', 'expand[0]': 'data.source' },
      },
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from '../checkout/place-order';
import { readPayments } from '../../data/payment-store';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

async function alerts(kind: string, checkoutId: string): Promise<unknown[]> {
  const row = z.object({ detail: z.unknown() });
  const found = await shop.context.database.rows(
    row,
    sql`select detail from storefront.alert where kind = ${kind} and checkout_id = ${checkoutId}`,
  );
  return found.map(({ detail }) => detail);
}

describe('a payment page that the provider does not open', () => {
  it.each(['error_before', 'error_after', 'other_form'] as const)(
    '%s: the next page is opened under a new key, and the first is closed',
    async (fault) => {
      const id = await shop.hold();
      shop.provider.openFaults.push(fault);
      const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
      expect(placed).toMatchObject({ kind: 'pay' });
      const payments = await readPayments(shop.context.database, id);
      expect(payments.map(({ state }) => state)).toEqual(['open', 'closed']);
      const { sessionId = null } = payments[0] ?? {};
      shop.provider.pay(sessionId ?? '');
      await shop.later(id);
      await shop.settle();
      expect(await shop.state(id)).toBe('ordered');
    },
  );

  it('two clicks at once while a key is spent: one payment page', async () => {
    const id = await shop.hold();
    shop.provider.openFaults.push('error_before', 'error_before');
    const clicks = await Promise.all([1, 2].map(() => placeOrder(shop.context, orderOf(id, '36.00'))));
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1);
    const payments = await readPayments(shop.context.database, id);
    expect(payments.filter(({ state }) => state === 'open')).toHaveLength(1);
  });

  it('answers with errors for long: the customer is told, and the next click succeeds', async () => {
    const id = await shop.hold();
    shop.provider.openFaults.push('error_before', 'error_before', 'error_before');
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_unavailable',
      mayHavePaid: false,
    });
    expect(await shop.state(id)).toBe('held');
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('answers 429: the same page is requested again under the same key', async () => {
    const id = await shop.hold();
    shop.provider.openFaults.push('busy');
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_unavailable',
      mayHavePaid: false,
    });
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(await readPayments(shop.context.database, id)).toHaveLength(1);
  });

  it('and whose hold then ends: the checkout expires, because no payment is possible', async () => {
    const id = await shop.hold();
    shop.provider.openFaults.push('busy');
    await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(await shop.state(id)).toBe('paying');
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.state(id)).toBe('expired');
  });
});

describe('a permanent refusal is shown with its reason', () => {
  it('an amount below the minimum, before the provider is asked', async () => {
    shop.ticketing.price = '0.20';
    const id = await shop.hold();
    const pages = shop.provider.sessions.size;
    const requests = shop.provider.requests.length;
    expect(await placeOrder(shop.context, orderOf(id, '0.40'))).toEqual({
      kind: 'amount_too_small',
      minimum: '0.50',
    });
    expect(shop.provider.requests).toHaveLength(requests);
    expect(shop.provider.sessions.size).toBe(pages);
    expect(await shop.state(id)).toBe('held');
  });

  it('the smallest amount is charged', async () => {
    shop.ticketing.price = '0.25';
    const id = await shop.hold();
    expect(await placeOrder(shop.context, orderOf(id, '0.50'))).toMatchObject({ kind: 'pay' });
  });

  it('an e-mail address that the provider rejects; another address works', async () => {
    const id = await shop.hold();
    const wrong = await placeOrder(shop.context, orderOf(id, '36.00', { email: 'ada@refused.example' }));
    expect(wrong).toEqual({ kind: 'payment_refused', why: 'email' });
    expect(await shop.state(id)).toBe('held');
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('any other refusal alerts the operator', async () => {
    const id = await shop.hold();
    shop.provider.openFaults.push('refused');
    expect(await placeOrder(shop.context, orderOf(id, '36.00'))).toEqual({
      kind: 'payment_refused',
      why: 'other',
    });
    expect(await alerts('payment_incident', id)).toEqual([
      { incidentKind: 'payment_refused', code: 'parameter_invalid_string' },
    ]);
  });
});

describe('a refund that the provider answers with an error', () => {
  async function refundAfter(...faults: TestShop['provider']['refundFaults']): Promise<string> {
    shop.provider.refundFaults.push(...faults);
    const { id, sessionId } = await shop.paying();
    shop.ticketing.orderFaults.push('refuse');
    shop.provider.pay(sessionId);
    for (let round = 0; round < 3 + faults.length; round += 1) {
      await shop.later(id);
      await shop.settle();
    }
    expect(await shop.state(id)).toBe('refunded');
    expect(shop.provider.refunded.get(shop.provider.intentOf(sessionId))).toBe(3600);
    return shop.provider.intentOf(sessionId);
  }

  const refundsOf = (intent: string) =>
    [...shop.provider.refunds.values()].filter((refund) => refund.intentId === intent);

  it.each([
    ['a stored 500, nothing done', ['error_before']],
    ['a stored 500, and done', ['error_after']],
    ['two stored 500 in a row', ['error_before', 'error_before']],
    ['other parameters under the same key', ['other_form']],
    ['429', ['busy', 'busy']],
    ['429, then a stored 500 that was done', ['busy', 'error_after']],
  ] as const)('%s: ends in one refund', async (_, faults) => {
    const intent = await refundAfter(...faults);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  it('a refund of the same payment that failed before does not count as made', async () => {
    const intent = await refundAfter('error_before');
    expect(refundsOf(intent).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

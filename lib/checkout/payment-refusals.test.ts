import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from './pay';
import { readPayments } from './payment-store';
import { orderOf, startStage, type Stage } from './testing';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

async function alerts(kind: string, checkoutId: string): Promise<unknown[]> {
  const row = z.object({ detail: z.unknown() });
  const found = await stage.rooms.database.rows(
    row,
    sql`select detail from storefront.alert where kind = ${kind} and checkout_id = ${checkoutId}`,
  );
  return found.map(({ detail }) => detail);
}

describe('a payment page that the provider does not open', () => {
  it.each(['error_before', 'error_after', 'other_form'] as const)(
    '%s: the next page is opened under a new key, and the first is closed',
    async (fault) => {
      const id = await stage.hold();
      stage.provider.openFaults.push(fault);
      const placed = await placeOrder(stage.rooms, orderOf(id, '36.00'));
      expect(placed).toMatchObject({ kind: 'pay' });
      const payments = await readPayments(stage.rooms.database, id);
      expect(payments.map(({ state }) => state)).toEqual(['open', 'closed']);
      const { sessionId = null } = payments[0] ?? {};
      stage.provider.pay(sessionId ?? '');
      await stage.later(id);
      await stage.settle();
      expect(await stage.state(id)).toBe('ordered');
    },
  );

  it('two clicks at once while a key is spent: one page to pay on', async () => {
    const id = await stage.hold();
    stage.provider.openFaults.push('error_before', 'error_before');
    const clicks = await Promise.all([1, 2].map(() => placeOrder(stage.rooms, orderOf(id, '36.00'))));
    expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1);
    const payments = await readPayments(stage.rooms.database, id);
    expect(payments.filter(({ state }) => state === 'open')).toHaveLength(1);
  });

  it('answers with errors for long: the customer is told, and the next click succeeds', async () => {
    const id = await stage.hold();
    stage.provider.openFaults.push('error_before', 'error_before', 'error_before');
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_away',
      mayHavePaid: false,
    });
    expect(await stage.state(id)).toBe('held');
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('answers 429: the same page is asked for again under the same key', async () => {
    const id = await stage.hold();
    stage.provider.openFaults.push('busy');
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({
      kind: 'provider_away',
      mayHavePaid: false,
    });
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
    expect(await readPayments(stage.rooms.database, id)).toHaveLength(1);
  });

  it('and whose hold ends then expires: nobody waits for a payment that can not come', async () => {
    const id = await stage.hold();
    stage.provider.openFaults.push('busy');
    await placeOrder(stage.rooms, orderOf(id, '36.00'));
    expect(await stage.state(id)).toBe('paying');
    await stage.later(id, { holdOver: true });
    await stage.settle();
    expect(await stage.state(id)).toBe('expired');
  });
});

describe('a refusal for good is named', () => {
  it('an amount below the minimum, before the provider is asked', async () => {
    stage.ticketing.price = '0.20';
    const id = await stage.hold();
    const pages = stage.provider.sessions.size;
    const requests = stage.provider.requests.length;
    expect(await placeOrder(stage.rooms, orderOf(id, '0.40'))).toEqual({
      kind: 'amount_too_small',
      minimum: '0.50',
    });
    expect(stage.provider.requests).toHaveLength(requests);
    expect(stage.provider.sessions.size).toBe(pages);
    expect(await stage.state(id)).toBe('held');
  });

  it('the smallest amount is charged', async () => {
    stage.ticketing.price = '0.25';
    const id = await stage.hold();
    expect(await placeOrder(stage.rooms, orderOf(id, '0.50'))).toMatchObject({ kind: 'pay' });
  });

  it('an e-mail address that the provider does not take; another one is taken', async () => {
    const id = await stage.hold();
    const wrong = await placeOrder(stage.rooms, orderOf(id, '36.00', { email: 'ada@refused.example' }));
    expect(wrong).toEqual({ kind: 'payment_refused', why: 'email' });
    expect(await stage.state(id)).toBe('held');
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toMatchObject({ kind: 'pay' });
  });

  it('any other refusal alerts the operator', async () => {
    const id = await stage.hold();
    stage.provider.openFaults.push('refused');
    expect(await placeOrder(stage.rooms, orderOf(id, '36.00'))).toEqual({
      kind: 'payment_refused',
      why: 'other',
    });
    expect(await alerts('payment_incident', id)).toEqual([
      { incidentKind: 'payment_refused', code: 'parameter_invalid_string' },
    ]);
  });
});

describe('a refund that the provider answers with an error', () => {
  async function refundAfter(...faults: Stage['provider']['refundFaults']): Promise<string> {
    stage.provider.refundFaults.push(...faults);
    const { id, sessionId } = await stage.paying();
    stage.ticketing.orderFaults.push('refuse');
    stage.provider.pay(sessionId);
    for (let round = 0; round < 3 + faults.length; round += 1) {
      await stage.later(id);
      await stage.settle();
    }
    expect(await stage.state(id)).toBe('refunded');
    expect(stage.provider.refunded.get(`pi_${sessionId}`)).toBe(3600);
    return `pi_${sessionId}`;
  }

  const refundsOf = (intent: string) =>
    [...stage.provider.refunds.values()].filter((refund) => refund.intent === intent);

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

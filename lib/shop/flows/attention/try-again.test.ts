import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { fromCents } from '@/lib/money/money';
import { readPayments } from '../../data/payment-store';
import { readTimeline } from '../../data/timeline-store';
import { readAudit } from '../../data/audit-store';
import { settleByHand } from './settle-by-hand';
import { tryAgain } from './try-again';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** Paid after the hold had ended and everything was sold out, and the provider refused the refund. */
async function refusedRefund(): Promise<{ id: string; intent: string }> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  shop.ticketing.stock = 0;
  shop.ticketing.timePasses();
  for (const reservation of shop.ticketing.reservations.values())
    reservation.expiresAt = new Date(Date.now() - 1000).toISOString();
  shop.provider.refundFaults.push('failed');
  await shop.later(id, { holdOver: true });
  for (let round = 0; round < 3; round += 1) {
    await shop.settle();
    await shop.laterAll();
  }
  expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'refund_failed' });
  const [payment] = await readPayments(shop.context.database, id);
  return { id, intent: payment?.intent ?? '' };
}

const refunded = (intent: string) => fromCents(shop.provider.refunded.get(intent) ?? 0);

describe('a refund that the provider has refused', () => {
  it('is asked for again by one of two members of staff, and refunded once', async () => {
    const { id, intent } = await refusedRefund();
    const answers = await Promise.all(['ada', 'bo'].map((staff) => tryAgain(shop.context, id, staff)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    await shop.settle();
    expect(await shop.state(id)).toBe('refunded');
    expect(refunded(intent)).toBe('36.00');
    const happened = (await readTimeline(shop.context.database, id)).map(({ what }) => what);
    expect(happened.filter((what) => what === 'tried_again')).toHaveLength(1);
    const audited = await readAudit(shop.context.database, { action: 'tried_again', about: id });
    expect(audited).toMatchObject([{ subjectId: id, detail: { ask: 'refund' } }]);
    expect(await tryAgain(shop.context, id, 'ada')).toBe(false);
  });

  it('waits for staff again if it is refused again', async () => {
    const { id, intent } = await refusedRefund();
    shop.provider.refundFaults.push('failed');
    expect(await tryAgain(shop.context, id, 'ada')).toBe(true);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'refund_failed' });
    expect(refunded(intent)).toBe('0.00');
  });

  it('is not asked for again once it is settled by hand', async () => {
    const { id, intent } = await refusedRefund();
    const answers = await Promise.all([
      settleByHand(shop.context, id, { as: 'refunded', staff: 'ada' }),
      tryAgain(shop.context, id, 'bo'),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(1);
    await shop.settle();
    expect(refunded(intent)).toBe(answers[1] ? '36.00' : '0.00');
  });
});

it('a purchase with another problem is not tried again', async () => {
  const { id } = await shop.paying();
  expect(await tryAgain(shop.context, id, 'ada')).toBe(false);
  expect(await tryAgain(shop.context, '019c0000-0000-7000-8000-000000000001', 'ada')).toBe(false);
});

describe('with manual capture', () => {
  let manual: TestShop;
  beforeAll(async () => {
    manual = await startTestShop({ capture: 'manual' });
  });
  afterAll(() => manual.close());

  it('a capture that was refused is tried again, and nothing is refunded', async () => {
    const { id, sessionId } = await manual.paying();
    manual.provider.pay(sessionId);
    manual.provider.captureFaults.push('failed');
    await manual.later(id);
    await manual.settle();
    expect(await manual.find(id)).toMatchObject({ state: 'attention', reason: 'capture_failed' });
    expect(await tryAgain(manual.context, id, 'ada')).toBe(true);
    await manual.settle();
    expect(await manual.state(id)).toBe('ordered');
    expect(await readPayments(manual.context.database, id)).toMatchObject([
      { state: 'paid', refundedAt: null },
    ]);
  });
});

describe('a payment that the provider did not know', () => {
  it('is asked for again, and ordered when it is known and paid after all', async () => {
    const { id, sessionId } = await shop.paying();
    const session = shop.provider.sessions.get(sessionId);
    if (session === undefined) throw new Error('there is no page');
    shop.provider.sessions.delete(sessionId);
    await shop.later(id, { holdOver: true });
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'payment_unknown' });
    // Still unknown: staff have to look again.
    expect(await tryAgain(shop.context, id, 'ada')).toBe(true);
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'payment_unknown' });
    shop.provider.sessions.set(sessionId, session);
    shop.provider.pay(sessionId);
    const answers = await Promise.all(['ada', 'bo'].map((staff) => tryAgain(shop.context, id, staff)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    const [payment] = await readPayments(shop.context.database, id);
    expect(refunded(payment?.intent ?? '')).toBe('0.00');
  });
});

import { settleByHand } from '../attention/settle-by-hand';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents } from '@/lib/money/money';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { crashingContext } from '@/testing/faults/crash-injection';
import { readAudit } from '../../data/audit-store';
import { readPayments } from '../../data/payment-store';
import { readTimeline } from '../../data/timeline-store';
import { countTasks } from '@/testing/shop/attention';
import { openTask } from '../../data/task-store';
import { refundUnexpected } from './refund-unexpected';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** A purchase that is ordered, and whose payment is unexpected: as if there were another one for the order. */
async function unexpected(): Promise<{ id: string; intent: string }> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  await shop.later(id);
  await shop.settle();
  const [payment] = await readPayments(shop.context.database, id);
  await shop.context.database.transaction((transaction) =>
    openTask(transaction, {
      kind: 'payment_unexpected',
      reason: 'payment_unexpected',
      checkoutId: id,
      key: payment?.id ?? '',
      amount: '36.00',
    }),
  );
  return { id, intent: payment?.intent ?? '' };
}

const refunded = (intent: string) => fromCents(shop.provider.refunded.get(intent) ?? 0);
const happened = async (id: string) =>
  (await readTimeline(shop.context.database, id)).filter(({ what }) => what === 'unexpected_refunded');

describe('a payment that a purchase had no use for', () => {
  it('is refunded once by two members of staff, and is written down', async () => {
    const { id, intent } = await unexpected();
    const answers = await Promise.all(
      ['ada', 'bo'].map((staff) => refundUnexpected(shop.context, id, staff)),
    );
    expect(answers).toContain('refunded');
    expect(refunded(intent)).toBe('36.00');
    expect(await happened(id)).toMatchObject([{ detail: { amount: '36.00' } }]);
    const audited = await readAudit(shop.context.database, { action: 'unexpected_refunded', about: id });
    expect(audited).toHaveLength(1);
    expect(await refundUnexpected(shop.context, id, 'ada')).toBe('late');
    expect(refunded(intent)).toBe('36.00');
  });

  it('leaves the attention list when it is refunded, and not before', async () => {
    const { id, intent } = await unexpected();
    const waiting = async () => (await countTasks(shop.context.database)).payment_unexpected;
    const before = await waiting();
    shop.provider.refundFaults.push('failed');
    expect(await refundUnexpected(shop.context, id, 'ada')).toBe('open');
    shop.provider.refundFaults.push('pending');
    expect(await refundUnexpected(shop.context, id, 'ada')).toBe('open');
    expect(await waiting()).toBe(before);
    expect(await happened(id)).toEqual([]);
    // Nor can it be settled in another way while the provider is making it.
    expect(await settleByHand(shop.context, id, { as: 'ordered', staff: 'bo' })).toBe(false);
    await expect.poll(() => refundUnexpected(shop.context, id, 'ada')).toBe('refunded');
    expect(await waiting()).toBe(before - 1);
    expect(refunded(intent)).toBe('36.00');
  });

  it('is refunded once through a crash at any call', async () => {
    let crashes = 0;
    for (let at = 1; at <= 8; at += 1) {
      shop.reset();
      const { id, intent } = await unexpected();
      const crashing = crashingContext(shop.context, { at, when: at % 2 === 0 ? 'before' : 'after' });
      await crashing.outcome(refundUnexpected(crashing.context, id, 'ada'));
      crashes += crashing.hasCrashed() ? 1 : 0;
      await refundUnexpected(shop.context, id, 'bo');
      expect({ at, refunded: refunded(intent) }).toEqual({ at, refunded: '36.00' });
      expect(await refundUnexpected(shop.context, id, 'ada')).toBe('late');
    }
    expect(crashes).toBeGreaterThan(3);
  });

  it('is not refunded while a bank decides about it', async () => {
    const { id, intent } = await unexpected();
    await incidentsOn(shop).deliver(...shop.provider.incidents.openDispute(intent).events);
    expect(await refundUnexpected(shop.context, id, 'ada')).toBe('open');
    expect(refunded(intent)).toBe('0.00');
  });

  it('is none of a purchase that does not exist', async () => {
    expect(await refundUnexpected(shop.context, crypto.randomUUID(), 'ada')).toBe('late');
  });
});

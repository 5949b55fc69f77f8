import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { findInAttention } from '@/testing/shop/attention';
import { readPayments } from '../../data/payment-store';
import { settleByHand } from './settle-by-hand';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { openTask } from '../../data/task-store';
import { readTimeline } from '../../data/timeline-store';
import { receiveWebhook } from '../payment/webhooks';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function inAttention(): Promise<string> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId, { amount: 3599 });
  const { body, signature } = shop.provider.webhook(sessionId);
  await receiveWebhook(shop.context, body, signature);
  await shop.settle();
  expect(await shop.state(id)).toBe('attention');
  return id;
}

const waiting = async () => (await findInAttention(shop.context.database)).map(({ id }) => id);

describe('a purchase that needs staff', () => {
  it('leaves the list when a member of staff says how it was settled; of two who do so, one is recorded', async () => {
    const id = await inAttention();
    const other = await inAttention();
    expect(await waiting()).toEqual([id, other]);
    const answers = await Promise.all([
      settleByHand(shop.context, id, { as: 'refunded', staff: 'ada' }),
      settleByHand(shop.context, id, { as: 'ordered', staff: 'bo' }),
    ]);
    expect(answers.filter((settled) => settled)).toHaveLength(1);
    expect(await waiting()).toEqual([other]);
    const said = (await readTimeline(shop.context.database, id)).filter(
      ({ what }) => what === 'settled_by_hand',
    );
    expect(said).toHaveLength(1);
    // The payment's own record stays as it is: the shop has not seen a refund, so it announces none.
    const settledAs = said[0]?.detail['as'];
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs', settledAs });
  });

  it('can be a payment that the checkout had no use for and that was refunded in part: staff say how it was settled', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    const paid = (await readPayments(shop.context.database, id))[0]?.id ?? '';
    await shop.context.database.transaction((transaction) =>
      openTask(transaction, {
        kind: 'payment_unexpected',
        reason: 'payment_unexpected',
        checkoutId: id,
        key: paid,
      }),
    );
    expect(await waiting()).toContain(id);
    // "Nothing" would leave the money with the shop without anyone having agreed to it.
    expect(await settleByHand(shop.context, id, { as: 'nothing', staff: 'ada' })).toBe(false);
    const answers = await Promise.all(
      [1, 2].map(() => settleByHand(shop.context, id, { as: 'refunded', staff: 'ada' })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await waiting()).not.toContain(id);
    expect(await shop.find(id)).toMatchObject({ state: 'ordered', settledAs: null });
  });

  it('can be a checkout that stays in one state for too long, until it continues', async () => {
    const { id } = await shop.paying();
    shop.provider.unavailable = true;
    await shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set expires_at = clock_timestamp() - interval '2 hours' where id = ${id}`,
      ),
    );
    await shop.later(id);
    await shop.settle();
    const found = await findInAttention(shop.context.database);
    expect(found.find((one) => one.id === id)?.reasons).toEqual(['overdue']);
    shop.provider.unavailable = false;
    await shop.later(id);
    await shop.settle();
    expect(await waiting()).not.toContain(id);
  });

  it('is the only kind of purchase that can be settled manually', async () => {
    const id = await shop.hold();
    const said = { as: 'refunded', staff: 'ada' } as const;
    expect(await settleByHand(shop.context, id, said)).toBe(false);
    expect(await settleByHand(shop.context, crypto.randomUUID(), said)).toBe(false);
    expect(await shop.find(id)).toMatchObject({ state: 'held', settledAs: null });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { findInAttention } from './attention-testing';
import { readPayments } from './payment-store';
import { settleByHand } from './settle-by-hand';
import { startStage, type Stage } from './testing';
import { note, readTimeline } from './timeline-store';
import { receiveWebhook } from './webhooks';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

async function inAttention(): Promise<string> {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId, { amount: 3599 });
  const { body, signature } = stage.provider.webhook(sessionId);
  await receiveWebhook(stage.rooms, body, signature);
  await stage.settle();
  expect(await stage.state(id)).toBe('attention');
  return id;
}

const waiting = async () => (await findInAttention(stage.rooms.database)).map(({ id }) => id);

describe('what waits for a person', () => {
  it('leaves the list when somebody says how it was settled; of two who say so, one is written down', async () => {
    const id = await inAttention();
    const other = await inAttention();
    expect(await waiting()).toEqual([id, other]);
    const answers = await Promise.all([
      settleByHand(stage.rooms, id, { as: 'refunded', staff: 'ada' }),
      settleByHand(stage.rooms, id, { as: 'ordered', staff: 'bo' }),
    ]);
    expect(answers.filter((settled) => settled)).toHaveLength(1);
    expect(await waiting()).toEqual([other]);
    const said = (await readTimeline(stage.rooms.database, id)).filter(
      ({ what }) => what === 'settled_by_hand',
    );
    expect(said).toHaveLength(1);
    // What the shop itself knows stays as it is: nobody is told of a refund that it did not see.
    const settledAs = said[0]?.detail['as'];
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs', settledAs });
  });

  it('may be a payment that the checkout had no use for, given back in part: staff say how it was settled', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    const paid = (await readPayments(stage.rooms.database, id))[0]?.id ?? '';
    await stage.rooms.database.transaction((transaction) =>
      note(transaction, id, 'payment_unexpected', { payment: paid }),
    );
    expect(await waiting()).toContain(id);
    // "Nothing" would leave the money where it is without anybody having agreed to it.
    expect(await settleByHand(stage.rooms, id, { as: 'nothing', staff: 'ada' })).toBe(false);
    const answers = await Promise.all(
      [1, 2].map(() => settleByHand(stage.rooms, id, { as: 'refunded', staff: 'ada' })),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await waiting()).not.toContain(id);
    expect(await stage.find(id)).toMatchObject({ state: 'ordered', settledAs: null });
  });

  it('is a checkout that stays in one state for too long, until it moves on', async () => {
    const { id } = await stage.paying();
    stage.provider.away = true;
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set expires_at = clock_timestamp() - interval '2 hours' where id = ${id}`,
      ),
    );
    await stage.later(id);
    await stage.settle();
    const found = await findInAttention(stage.rooms.database);
    expect(found.find((one) => one.id === id)?.reasons).toEqual(['overdue']);
    stage.provider.away = false;
    await stage.later(id);
    await stage.settle();
    expect(await waiting()).not.toContain(id);
  });

  it('is all that can be settled so', async () => {
    const id = await stage.hold();
    const said = { as: 'refunded', staff: 'ada' } as const;
    expect(await settleByHand(stage.rooms, id, said)).toBe(false);
    expect(await settleByHand(stage.rooms, crypto.randomUUID(), said)).toBe(false);
    expect(await stage.find(id)).toMatchObject({ state: 'held', settledAs: null });
  });
});

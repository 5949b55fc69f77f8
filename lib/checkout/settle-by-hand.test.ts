import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInAttention } from './find-orders';
import { settleByHand } from './settle-by-hand';
import { startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';
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

  it('is all that can be settled so', async () => {
    const id = await stage.hold();
    const said = { as: 'refunded', staff: 'ada' } as const;
    expect(await settleByHand(stage.rooms, id, said)).toBe(false);
    expect(await settleByHand(stage.rooms, crypto.randomUUID(), said)).toBe(false);
    expect(await stage.find(id)).toMatchObject({ state: 'held', settledAs: null });
  });
});

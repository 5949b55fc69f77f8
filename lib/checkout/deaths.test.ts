import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedSeed } from '../database/seed-testing';
import { buy, deathsIn, expectedEnd, stories } from './purchase-testing';
import { startStage, type Stage } from './testing';

// All of them: deaths.long.test.ts.
const oneOf = 12;
const seed = printedSeed('deaths of a purchase');

describe.each(['automatic', 'manual'] as const)('a process that dies in a purchase (%s)', (capture) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage({ capture });
  });
  afterAll(() => stage.close());

  it.each(stories)(
    'that %s leaves an order or the money back, and one letter',
    { timeout: 120_000 },
    async (story) => {
      const deaths = await deathsIn(stage, story);
      for (const death of deaths.filter((_, index) => index % oneOf === seed % oneOf)) {
        stage.reset();
        const { audit, died } = await buy(stage, story, death);
        expect({ death, died, ...audit }).toEqual({
          ...{ death, died: true, paid: 1, wrong: [] },
          ended: { ordered: 0, refunded: 0, voided: 0, 'not paid': 0, [expectedEnd(story, capture)]: 1 },
        });
      }
    },
  );
});

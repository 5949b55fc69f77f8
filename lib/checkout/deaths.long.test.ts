import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '../database/postgres-testing';
import { openShopDatabase } from './database-testing';
import { buy, deathsIn, expectedEnd, stories, type Story } from './purchase-testing';
import { startStage, type Stage } from './testing';

// Every step of a purchase at which a process can die. Minutes: `npm run test:long`.
let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function everyDeath(stage: Stage, story: Story, capture: 'automatic' | 'manual'): Promise<number> {
  const deaths = await deathsIn(stage, story);
  const end = expectedEnd(story, capture);
  for (const death of deaths) {
    stage.reset();
    const { audit, died } = await buy(stage, story, death);
    expect({ death, died, ...audit }).toMatchObject({
      ...{ death, died: true, paid: 1, wrong: [], ended: { [end]: 1 } },
    });
  }
  return deaths.length;
}

describe.each([
  ['PostgreSQL', 'automatic'],
  ['PostgreSQL', 'manual'],
  ['the embedded database', 'automatic'],
  ['the embedded database', 'manual'],
] as const)('on %s, with %s capture, a process that dies at any step of a purchase', (where, capture) => {
  let stage: Stage;
  beforeAll(async () => {
    const database =
      where === 'PostgreSQL' ? await openShopDatabase(await server.createDatabase(), 10) : null;
    stage = await startStage({ capture, ...(database === null ? {} : { database }) });
  });
  afterAll(() => stage.close());

  it.each(stories)('that %s', { timeout: 300_000 }, async (story) => {
    const deaths = await everyDeath(stage, story, capture);
    process.stdout.write(`${where}, ${capture}, ${story}: ${deaths} deaths\n`);
    expect(deaths).toBeGreaterThan(50);
  });
});

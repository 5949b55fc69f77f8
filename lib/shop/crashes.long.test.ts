import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { openShopDatabase } from '@/testing/shop/tables';
import { buy, crashesIn, expectedEnd, stories, type Story } from '@/testing/shop/purchase';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

// Every step of a purchase at which a process can crash. Takes minutes: `npm run test:long`.
let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function atEveryCrash(shop: TestShop, story: Story, capture: 'automatic' | 'manual'): Promise<number> {
  const crashes = await crashesIn(shop, story);
  const end = expectedEnd(story, capture);
  for (const crash of crashes) {
    shop.reset();
    const { audit, crashed } = await buy(shop, story, crash);
    expect({ crash, crashed, ...audit }).toMatchObject({
      crash,
      crashed: true,
      paid: 1,
      wrong: [],
      ended: { [end]: 1 },
    });
  }
  return crashes.length;
}

describe.each([
  ['PostgreSQL', 'automatic'],
  ['PostgreSQL', 'manual'],
  ['the embedded database', 'automatic'],
  ['the embedded database', 'manual'],
] as const)('on %s, with %s capture, a process that crashes at any step of a purchase', (where, capture) => {
  let shop: TestShop;
  beforeAll(async () => {
    const database =
      where === 'PostgreSQL' ? await openShopDatabase(await server.createDatabase(), 10) : null;
    shop = await startTestShop({ capture, ...(database === null ? {} : { database }) });
  });
  afterAll(() => shop.close());

  it.each(stories)('that %s leaves an order or a refund', { timeout: 300_000 }, async (story) => {
    const crashes = await atEveryCrash(shop, story, capture);
    process.stdout.write(`${where}, ${capture}, ${story}: ${crashes} crashes\n`);
    expect(crashes).toBeGreaterThan(50);
  });
});

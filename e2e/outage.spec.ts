import { expect } from '@playwright/test';
import { type CrashingServer, startCrashingPostgres } from '../lib/database/postgres-testing';
import { test } from './recorded';
import { holdFerry, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A shop of its own, whose database goes away.

let database: CrashingServer;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  database = await startCrashingPostgres();
  shop = await startOwnPrograms({ DATABASE_URL: await database.createDatabase() });
});
test.afterAll(async () => {
  await shop.stop();
  await database.stop();
});

test('while the database is away the shop says so, and it goes on with what was held when it is back', async ({
  page,
  request,
}) => {
  const { storefrontUrl } = shop.programs;
  await holdFerry(page, 'outage@example.test', storefrontUrl);
  const checkout = page.url();
  await database.crash('immediate');

  const away = await page.goto(checkout.replace('/en/', '/fr/'));
  expect(away?.status()).toBe(503);
  expect(away?.headers()).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
  await expect(page.getByRole('heading', { name: 'La billetterie fait une courte pause' })).toBeVisible();
  const readiness = await request.get(`${storefrontUrl}/readyz`);
  expect(readiness.status()).toBe(503);
  expect(await readiness.json()).toMatchObject({ checks: { database: 'failed', disk: 'ok' } });

  await database.restart();
  await expect(async () => {
    expect((await page.goto(checkout))?.status()).toBe(200);
    await expect(page.getByRole('button', { name: words.en.orderAndPay })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});

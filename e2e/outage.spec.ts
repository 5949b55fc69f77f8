import { expect } from '@playwright/test';
import { type CrashingServer, startCrashingPostgres } from '@/testing/database/postgres';
import { test } from './recorded';
import { holdFerry, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop whose database is stopped.

let database: CrashingServer;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  database = await startCrashingPostgres();
  shop = await startOwnPrograms({ DATABASE_URL: await database.createDatabase() });
});
test.afterAll(async () => {
  await shop.stop();
  await database.stop();
});

test('while the database is unreachable the shop says so, and afterwards it continues with what was held', async ({
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

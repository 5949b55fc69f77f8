import { join } from 'node:path';
import { expect } from '@playwright/test';
import { piecesIn } from './leaks';
import { test } from './recorded';
import { askForFerry, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop with low limits.

const w = words.en;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  shop = await startOwnPrograms({ MAX_HELD_PER_BASKET: '2', MAX_HELD_PER_NETWORK: '3' });
});
test.afterAll(async () => {
  const logs = await piecesIn(join(shop.dataDir, 'log'));
  await shop.stop();
  const text = logs.map((log) => log.text).join('\n');
  expect(text).toMatch(/"log":"security","event":"limit_reached","limit":"held_by_network"/);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('one browser and one network can hold limited quantities only', async ({ page }) => {
      const problem = page.locator('#problem');
      const held = page.getByRole('button', { name: w.orderAndPay });
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(held).toBeVisible();
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(held).toBeVisible();
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(problem).toContainText('You hold as many tickets as may be held at once.');
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
      // Without its cookies it counts as another browser.
      await page.context().clearCookies();
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(held).toBeVisible();
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(problem).toContainText('Many tickets are being held from your network');
      await expect(problem).toContainText(/in (19|20) minutes/);
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.9' });
      await askForFerry(page, shop.programs.storefrontUrl);
      await expect(held).toBeVisible();
    });
  });
}

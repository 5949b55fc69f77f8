import { expect } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, fillDetails, follow, suggestions, words } from './shop';

const w = words.en;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}, 320 px wide`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } });

    test('every page from the first to the tickets', async ({ page }) => {
      test.setTimeout(120_000);
      await page.goto(`${address('E2E_SHOP')}/en`);
      await check(page);
      await follow(page, 'La Ligne d’Eau, River Boats');
      await page.waitForURL(/catalogs/);
      await check(page);
      await follow(page, 'The Great Bend');
      await page.waitForURL(/events/);
      await check(page);
      await page.goBack();
      await follow(page, 'Museum and Boat');
      await page.waitForURL(/products/);
      await check(page);
      await page.getByRole('table').getByRole('link').nth(2).click();
      await page.getByRole('link', { name: w.choose }).click();
      await page.waitForURL(/offers/);
      await suggestions(page).first().click();
      await check(page);
      await page.getByRole('button', { name: w.hold }).click();
      await page.waitForURL(/checkout/);
      await check(page);
      await fillDetails(page, 'axe@example.test', w);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await page.waitForURL(/\/pay\//);
      await page.getByRole('button', { name: w.pay, exact: true }).click();
      await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
      await check(page);
      await page.goto(`${address('E2E_SHOP')}/en/staff`);
      await check(page);
      await page.goto(`${address('E2E_SHOP')}/en/nothing-here`);
      await check(page);
    });
  });
}

import { expect } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, chooseFerry, fillDetails, follow, openDay, suggestions, words } from './shop';

const w = words.en;

/** Pages that are reached by address, and what they say without a choice, an order or a sign-in. */
const addresses = [
  'orders',
  'orders/find',
  'about/seller',
  'about/terms',
  'search?q=zzzzzz',
  'search?from=2027-13-01',
  'search?day=week&tickets=left',
  'staff',
  'nothing-here',
];

for (const width of [320, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 640 } });

    test('every page from the first to the tickets', async ({ page }) => {
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
      await openDay(page, 2);
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
    });

    test('what goes wrong, and what is changed', async ({ page }) => {
      for (const path of addresses) {
        await page.goto(`${address('E2E_SHOP')}/en/${path}`);
        await check(page);
      }
      await chooseFerry(page, address('E2E_SHOP'));
      await page.getByRole('button', { name: w.hold }).click();
      await page.waitForURL(/checkout/);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
      await check(page);
      await page.getByRole('button', { name: /^Remove / }).click();
      await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
      await check(page);
      await page.goto(`${address('E2E_SHOP')}/en/orders`);
      await check(page);
    });
  });
}

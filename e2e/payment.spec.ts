import { expect, type Page } from '@playwright/test';
import { test } from './recorded';
import { address, holdFerry, mailsTo, words } from './shop';

const w = words.en;

async function toPayment(page: Page, email: string): Promise<void> {
  await holdFerry(page, email);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
}

test('a declined payment can be tried again', async ({ page }) => {
  await toPayment(page, 'declined@example.test');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(page.locator('body')).toContainText(/declined/i);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
});

test('a payment without a webhook, and one with two, make one order each', async ({ page }) => {
  for (const button of ['Pay, webhook never', 'Pay, webhook twice']) {
    const email = `${button.replace(/\W+/g, '-').toLowerCase()}@example.test`;
    await toPayment(page, email);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    await expect(page.getByRole('link', { name: w.download })).toHaveCount(1);
  }
});

test('a customer who cancels on the payment page still has the tickets held', async ({ page }) => {
  await toPayment(page, 'cancel@example.test');
  await page.getByRole('link', { name: /cancel/i }).click();
  await expect(page.locator('main')).toContainText('You have not paid');
  await expect(page.getByLabel(w.firstname, { exact: true })).toHaveValue('Zoë');
  await expect(page.getByRole('button', { name: w.orderAndPay })).toBeVisible();
});

test('a customer authenticates at the bank, which refuses once', async ({ page }) => {
  await toPayment(page, 'authenticated@example.test');
  await page.getByRole('button', { name: 'Authenticate first', exact: true }).click();
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(page.locator('body')).toContainText('could not confirm that it was you');
  await page.getByRole('button', { name: 'Authenticate first', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
});

test('a customer who closes the tab while paying gets the tickets by e-mail', async ({ page, context }) => {
  await toPayment(page, 'closed@example.test');
  const shop = new URL(address('E2E_SHOP')).host;
  // The payment arrives, but the way back to the shop does not.
  await context.route(`**://${shop}/**`, (route) => route.abort());
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.close();
  await expect.poll(async () => (await mailsTo('closed@example.test')).length, { timeout: 30_000 }).toBe(1);
  await context.unrouteAll();
  const again = await context.newPage();
  await again.goto(`${address('E2E_SHOP')}/en/orders`);
  await again.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(again.getByRole('link', { name: w.download })).toBeVisible();
});

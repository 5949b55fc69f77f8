import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './recorded';
import { address, words, zoe } from './shop';

const w = words.en;

/** Presses Tab until the control has the focus: it must be reachable, and the way there must end. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the Tab key does not reach ${String(control)}`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

test('a customer buys with the keyboard alone', async ({ page }) => {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('main').getByRole('link', { name: /The Lock Theatre/ }));
  await page.waitForURL(/catalogs/);
  await press(page, page.getByRole('main').getByRole('link', { name: 'Strings and Reeds', exact: true }));
  await page.waitForURL(/events/);
  await press(page, page.locator('main a:has(time)').last());
  await page.waitForURL(/session=/);
  await tabTo(page, page.getByRole('spinbutton'));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('spinbutton')).toHaveValue('2');
  await press(page, page.getByRole('button', { name: w.hold }));
  await page.waitForURL(/checkout/);
  await type(page, w.firstname, zoe.firstname);
  await type(page, w.lastname, zoe.lastname);
  await type(page, w.email, 'keyboard@example.test');
  await type(page, w.country, 'Fra');
  await press(page, page.getByRole('button', { name: w.orderAndPay }));
  await page.waitForURL(/\/pay\//);
  await press(page, page.getByRole('button', { name: w.pay, exact: true }));
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
});

import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, askForFerry, words } from './shop';

const w = words.en;

test('a tab that is shown again has the booking as another tab left it, and keeps what was typed', async ({
  page: first,
  context,
}) => {
  await askForFerry(first, address('E2E_SHOP'));
  await first.waitForURL(/checkout/);
  await askForFerry(first, address('E2E_SHOP'));
  await first.waitForURL(/checkout/);
  const second = await context.newPage();
  await second.goto(first.url());
  const remove = (page: typeof first) => page.getByRole('button', { name: /^Remove / });
  await expect(remove(second)).toHaveCount(2);
  const pay = second.getByRole('button', { name: w.orderAndPay });
  const before = await pay.innerText();
  await second.getByLabel(w.firstname, { exact: true }).fill('Zoë');
  await second.getByLabel(w.email).fill('kept@example.test');

  await remove(first).first().click();
  await expect(remove(first)).toHaveCount(1);
  await expect(first.getByRole('status').filter({ hasText: 'Removed' })).toBeFocused();
  // In a browser without a window every tab is visible all the time.
  const showAgain = () => second.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  // Without a connection the tab stays as it is.
  await second.route(/checkout/, (route) => route.abort());
  const refused = second.waitForEvent('requestfailed');
  await showAgain();
  await refused;
  await second.unroute(/checkout/);
  await expect(remove(second)).toHaveCount(2);

  await showAgain();
  await expect(remove(second)).toHaveCount(1);
  await expect(pay).not.toHaveText(before);
  await expect(second.getByLabel(w.firstname, { exact: true })).toHaveValue('Zoë');
  await expect(second.getByLabel(w.email)).toHaveValue('kept@example.test');
});

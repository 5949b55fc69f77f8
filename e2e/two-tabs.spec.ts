import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, askForFerry, fillDetails, holdFerry, words } from './shop';

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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an older page of the booking orders and changes nothing, and shows what is held now', async ({
    page: first,
    context,
  }) => {
    await holdFerry(first, 'older@example.test');
    const second = await context.newPage();
    await second.goto(first.url());
    const number = (page: typeof first) => page.locator('#held').getByRole('combobox');
    const change = (page: typeof first) => page.getByRole('button', { name: /^Change the number/ });
    const notice = second.getByRole('alert').filter({ hasText: 'Your booking had changed already' });
    await number(first).selectOption('2');
    await change(first).click();
    await expect(first.getByText('Your booking is changed')).toBeVisible();

    await fillDetails(second, 'older@example.test', w);
    await second.getByRole('button', { name: w.orderAndPay }).last().click();
    await expect(notice).toBeVisible();
    await expect(number(second)).toHaveValue('2');

    // It is up to date now; the other one is not.
    await number(second).selectOption('4');
    await change(second).click();
    await expect(second.getByText('Your booking is changed')).toBeVisible();
    await number(first).selectOption('3');
    await change(first).click();
    await expect(first.getByText('Your booking had changed already')).toBeVisible();
    await expect(number(first)).toHaveValue('4');
  });

  test('a number that was chosen is not lost when another button is pressed', async ({ page }) => {
    await holdFerry(page, 'chosen@example.test');
    const number = page.locator('#held').getByRole('combobox');
    await number.selectOption('3');
    await page.getByText('Do you have a voucher or a gift card?').click();
    await page.getByLabel('Code', { exact: true }).fill('RIVER-10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.locator('#held').getByText('Voucher RIVER-10', { exact: true })).toBeVisible();
    await expect(number).toHaveValue('3');
  });
});

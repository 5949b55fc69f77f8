import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, askForFerry, chooseFerry, chooseTime, fillDetails, quantityField, words } from './shop';

const w = words.en;

test('what a customer types is kept from the first letter, and an unpaid booking is called so', async ({
  page,
}) => {
  await askForFerry(page, address('E2E_SHOP'));
  await page.waitForURL(/checkout/);
  await expect(page.getByRole('link', { name: /1 ticket held/ })).toHaveCount(1);
  await page.getByLabel(w.firstname, { exact: true }).fill('Zoë');
  await page.getByLabel(w.email).fill('kept@example.test');
  await page.reload();
  await expect(page.getByLabel(w.firstname, { exact: true })).toHaveValue('Zoë');
  await page.goto(page.url().replace('/en/', '/fr/'));
  await expect(page.getByLabel(words.fr.email)).toHaveValue('kept@example.test');
  await page.goBack();
  await expect(page.getByLabel(w.email)).toHaveValue('kept@example.test');
  await page.getByLabel(w.lastname, { exact: true }).fill('Łukasz');
  await page.getByLabel(w.country).selectOption({ label: w.france });
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);

  await page.goto(`${address('E2E_SHOP')}/en/orders`);
  const listed = page.getByRole('listitem').filter({ hasText: 'not paid yet' });
  await expect(listed).toContainText(/begun on/i);
  await listed.getByRole('link', { name: 'Go on to pay' }).click();
  await expect(page.getByRole('button', { name: w.orderAndPay })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('more time, and a removal that is undone, keep what was typed', async ({ page }) => {
      await askForFerry(page, address('E2E_SHOP'));
      const held = page.getByRole('region', { name: 'What you hold' });
      const until = page.getByText(/^Held until/);
      const before = await until.innerText();
      const firstname = page.getByLabel(w.firstname, { exact: true });
      await firstname.fill('Zoë');
      await page.getByRole('button', { name: 'I need more time' }).click();
      await expect(page.getByRole('heading', { name: 'You have more time' })).toBeVisible();
      if (javaScriptEnabled)
        await expect(page.getByRole('status').filter({ hasText: 'You have more time' })).toBeFocused();
      await expect(until).not.toHaveText(before);
      await expect(firstname).toHaveValue('Zoë');

      await page.getByLabel(w.email).fill('kept@example.test');
      await page.getByRole('button', { name: /^Remove / }).click();
      const empty = page.getByRole('heading', { name: 'You hold no tickets now' });
      await expect(empty).toBeVisible();
      if (javaScriptEnabled) await expect(empty).toBeFocused();
      // Also without what its address says of the removal.
      const emptied = page.url().replace(/\?.*/, '');
      await page.goto(emptied);
      await expect(page.getByRole('link', { name: 'Choose again' })).toHaveAttribute('href', /\/offers\//);
      await page.getByRole('button', { name: /^Undo/ }).click();
      const again = page.getByText('Your tickets are held again');
      await expect(again).toBeVisible();
      await expect(page.getByLabel(w.email)).toHaveValue('kept@example.test');
      await expect(held.getByRole('link', { name: 'Add another ticket' })).toHaveAttribute(
        'href',
        /\/search\?day=\d{4}-\d{2}-\d{2}$/,
      );
      // The page of the booking that was emptied leads to what is held now.
      const restored = page.url();
      await page.goto(emptied);
      await expect(held).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(new URL(restored).pathname);
      await page.goto(restored);
      // Loaded again later, the address says nothing of an undo that was long ago.
      await page.goto(page.url().replace(/at=\d+/, 'at=1'));
      await expect(held).toBeVisible();
      await expect(again).toHaveCount(0);
    });

    test('one of two items is removed, and held again', async ({ page }) => {
      await askForFerry(page, address('E2E_SHOP'));
      const held = page.getByRole('region', { name: 'What you hold' });
      // What else there is on the day of the ticket.
      await held.getByRole('link', { name: 'Add another ticket' }).click();
      await page.waitForURL(/\/search\?day=/);
      await page.locator('main').getByRole('link', { name: 'The Great Bend' }).first().click();
      await page.waitForURL(/events/);
      await chooseTime(page);
      await page.getByRole('button', { name: w.hold }).click();
      const items = held.getByRole('button', { name: /^Remove / });
      await expect(items).toHaveCount(2);

      await items.last().click();
      const result = page.getByRole('main').getByRole('status').filter({ hasText: 'Removed' });
      await expect(result).toBeVisible();
      if (javaScriptEnabled) await expect(result).toBeFocused();
      await expect(items).toHaveCount(1);
      await result.getByRole('button', { name: /^Undo/ }).click();
      await expect(page.getByText('Your tickets are held again')).toBeVisible();
      await expect(items).toHaveCount(2);
    });

    test('what is refused is said on the page, names its limit and is kept', async ({ page }) => {
      await chooseFerry(page, address('E2E_SHOP'));
      await quantityField(page).fill('');
      await page.getByRole('button', { name: w.hold }).click();
      await expect(page.locator('main [role=alert]')).toContainText('Choose a number of tickets from 1');
      await quantityField(page).fill('1');
      await page.getByRole('button', { name: w.hold }).click();

      const firstname = page.getByLabel(w.firstname, { exact: true });
      const long = 'Zoë '.repeat(100).trim();
      await fillDetails(page, 'kept@gmial.com', w);
      await firstname.fill(long);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      await expect(page.locator('main [role=alert]')).toContainText('At most 255 characters');
      await expect(firstname).toHaveValue(long);
      await firstname.fill('Zoë');
      const order = page.getByRole('button', { name: w.orderAndPay });
      if (!javaScriptEnabled) await order.click();
      await page.getByRole('button', { name: 'Use kept@gmail.com' }).click();
      await expect(page.getByLabel(w.email)).toHaveValue('kept@gmail.com');
      await page.getByLabel(w.email).fill('kept@hotnail.fr');
      if (!javaScriptEnabled) await order.click();
      await expect(page.getByText('Did you mean kept@hotmail.fr?').first()).toBeVisible();
      await order.click();
      await page.waitForURL(/\/pay\//);

      await page.goto(`${address('E2E_SHOP')}/en/orders/find`);
      await page.getByLabel(w.email).fill('nobody');
      await page.getByRole('button', { name: 'Send the code' }).click();
      await expect(page.locator('main [role=alert]')).toContainText('This is not an e-mail address');
      await expect(page.getByLabel(w.email)).toHaveValue('nobody');

      const search = `${address('E2E_SHOP')}/en/search`;
      await page.goto(`${search}?q=${'x'.repeat(101)}&from=2027-03-02&until=2027-03-01`);
      await expect(page.getByText('At most 100 characters')).toBeVisible();
      await expect(page.locator('#search-dates-error')).toHaveText('The last day is before the first one.');
    });
  });
}

test('what was typed is still there after the tab was closed', async ({ page, context }) => {
  await askForFerry(page, address('E2E_SHOP'));
  await page.waitForURL(/checkout/);
  await page.getByLabel(w.firstname, { exact: true }).fill('Zoë');
  await page.getByLabel(w.email).fill('closed@example.test');
  const checkout = page.url();
  await page.close();
  const next = await context.newPage();
  await next.goto(checkout);
  await expect(next.getByLabel(w.firstname, { exact: true })).toHaveValue('Zoë');
  await expect(next.getByLabel(w.email)).toHaveValue('closed@example.test');
});

test('a form that is sent without a connection keeps everything, and can be sent again', async ({ page }) => {
  // The bar at the bottom has the button.
  await page.setViewportSize({ width: 390, height: 700 });
  await askForFerry(page, address('E2E_SHOP'));
  await fillDetails(page, 'offline@example.test', w);
  const order = page.getByRole('button', { name: w.orderAndPay });
  await page.context().setOffline(true);
  await order.click();
  await expect(page.getByText('There is no connection').first()).toBeVisible();
  // Nothing covers it.
  await order.click({ trial: true });
  await page.context().setOffline(false);
  // The browser believes that it is connected, but the request does not arrive.
  await page.route(/checkout/, (route) => route.abort());
  await order.click();
  await expect(page.locator('main [role=alert]')).toContainText('There is no connection');
  await page.unroute(/checkout/);
  await expect(page.getByLabel(w.email)).toHaveValue('offline@example.test');
  await order.click();
  await page.waitForURL(/\/pay\//);
});

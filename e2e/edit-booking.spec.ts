import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, fillDetails, follow, holdFerry, openDay, quantityField, words, zoe } from './shop';

// A booking is changed without being given up: another number, another time, what overlaps, and in which order it is shown.

const w = words.en;
const held = (page: Page) => page.locator('#held');
const items = (page: Page) => held(page).locator('ul').first().locator(':scope > li');
const total = async (page: Page) => {
  const [amount = ''] = /€[\d.]+/.exec(await held(page).locator('strong').last().innerText()) ?? [];
  return Number(amount.slice(1));
};
const bar = (page: Page) => page.getByRole('complementary', { name: 'What you are changing' });

/** The link to a time of the day that is shown. */
const timeLink = (page: Page, time: string) => page.locator('#times a:has(time)').filter({ hasText: time });

async function openBoat(page: Page, name: string, day: number): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, name);
  await page.waitForURL(/events/);
  await openDay(page, day);
}

async function changeNumber(page: Page, quantity: string): Promise<void> {
  await items(page).first().getByRole('combobox').selectOption(quantity);
  await items(page)
    .first()
    .getByRole('button', { name: /^Change the number/ })
    .click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('number and time of a ticket are changed; the voucher and what was typed stay', async ({ page }) => {
      test.slow();
      const email = `edits-${javaScriptEnabled}@example.test`;
      await holdFerry(page, email);
      const one = await total(page);
      await changeNumber(page, '2');
      await expect(page.getByText('Your booking is changed')).toBeVisible();
      expect(await total(page)).toBeCloseTo(2 * one);
      await expect(page.getByLabel(w.email)).toHaveValue(email);
      await page.getByText('Do you have a voucher or a gift card?').click();
      await page.getByLabel('Code', { exact: true }).fill('RIVER-10');
      await page.getByRole('button', { name: 'Apply' }).click();
      const voucher = held(page).getByText('Voucher RIVER-10', { exact: true });
      await expect(voucher).toBeVisible();
      const reference = await page.getByText(/^Booking [A-Z0-9-]+$/).innerText();

      // Another time: nothing is given up before it is held.
      await page.getByRole('button', { name: /^Another time or ticket instead of/ }).click();
      await page.waitForURL(/events/);
      await expect(bar(page)).toContainText(/what you hold next replaces The Ferry.*\(2 tickets\)/);
      await expect(quantityField(page).first()).toHaveValue('2');
      if (javaScriptEnabled) await check(page);
      // The bar is on every page, and its button leaves the booking as it is.
      await page.goto(`${address('E2E_SHOP')}/en`);
      await bar(page).getByRole('button', { name: 'Keep it as it is' }).click();
      await expect(bar(page).getByRole('button')).toHaveCount(0);
      await expect(bar(page).getByRole('status')).not.toBeEmpty();
      await page.getByRole('link', { name: /tickets? held/ }).click();
      const before = await items(page).locator('time').innerText();
      await page.getByRole('button', { name: /^Another time or ticket instead of/ }).click();
      await page.waitForURL(/events/);
      const other = page.locator('#times a:has(time):not([aria-current])').last();
      const time = (await other.locator('time').innerText()).trim();
      await other.click();
      await expect(timeLink(page, time)).toHaveAttribute('aria-current', 'true');
      await expect(quantityField(page).first()).toHaveValue('2');
      await page.getByRole('button', { name: w.hold }).click();
      await page.waitForURL(/checkout/);
      await expect(items(page)).toHaveCount(1);
      expect(await items(page).locator('time').innerText()).not.toBe(before);
      await expect(items(page)).toContainText(time);
      await expect(items(page)).toContainText('2 tickets');
      await expect(voucher).toBeVisible();
      await expect(page.getByText(reference, { exact: true })).toBeVisible();
      await expect(bar(page)).toHaveCount(0);
      await expect(page.getByLabel(w.lastname)).toHaveValue(zoe.lastname);

      // A number that was chosen and not changed yet is changed before anything is ordered.
      await items(page).getByRole('combobox').selectOption('3');
      await page.getByRole('button', { name: w.orderAndPay }).last().click();
      await expect(page.getByText('Your booking is changed')).toBeVisible();
      await expect(items(page)).toContainText('3 tickets');
      await page.getByRole('button', { name: w.orderAndPay }).last().click();
      await page.waitForURL(/\/pay\//);
    });

    test('what overlaps in a booking is said, in order of time, and can be ordered', async ({ page }) => {
      test.slow();
      const hold = async (name: string, time: string, day?: string) => {
        await openBoat(page, name, 3);
        // By the hour, one event has sessions left today and the other has none: then the fourth days differ.
        if (day !== undefined) await page.goto(`${page.url().replace(/\?.*/, '')}?date=${day}`);
        const shown = new URL(page.url()).searchParams.get('date') ?? '';
        await timeLink(page, time).first().click();
        await expect(timeLink(page, time).first()).toHaveAttribute('aria-current', 'true');
        await page.getByRole('button', { name: w.hold }).click();
        await page.waitForURL(/checkout/);
        return shown;
      };
      const day = await hold('The Great Bend', '15:30');
      await expect(page.locator('#day-plan')).toHaveCount(0);
      await hold('The Ferry', '15:30', day);
      await expect(page.locator('#day-plan')).toContainText('These times overlap');
      await hold('The Ferry', '10:00', day);
      await expect(items(page).locator('time').first()).toContainText('10:00');
      await expect(items(page).locator('time').last()).toContainText('15:30');
      if (javaScriptEnabled) await check(page);
      await fillDetails(page, `overlaps-${javaScriptEnabled}@example.test`, w);
      await page.getByRole('button', { name: w.orderAndPay }).last().click();
      await page.waitForURL(/\/pay\//);
    });
  });
}

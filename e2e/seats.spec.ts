import { type Browser, expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, chooseTime, downloadedText, follow, holdAndPay, mailsTo, words } from './shop';

// Numbered seats: chosen on the plan without scripts, given as the best ones, and taken by somebody else meanwhile.

const zoneOne = 'The Glass Harbour, zone 1';

const chooseOnPlan = (page: Page) => page.getByRole('radio', { name: /^Choose on the plan/ });

/** From the front page to the form of an opera's evening, with that time chosen. */
async function openOpera(page: Page): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'The Lock Theatre');
  await follow(page, 'The Glass Harbour');
  await page.waitForURL(/events/);
  await chooseTime(page);
  await page.getByRole('link', { name: 'Choose on the plan' }).click();
  await page.waitForURL(/offers/);
  await expect(chooseOnPlan(page)).toBeChecked();
  await expect(page.getByRole('region', { name: /^Free seats/ })).toBeInViewport();
}

const seat = (page: Page, row: string, number: number, zone = 1) =>
  page
    .getByRole('group', { name: 'Stalls' })
    .getByRole('checkbox', { name: new RegExp(`^Row ${row}, seat ${number}, Zone ${zone}`) });

async function markSeats(page: Page, row: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await seat(page, row, number).check();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('seats are chosen on the plan, and are on every page, in the file and in the e-mail', async ({
    page,
  }) => {
    const email = 'seats@example.test';
    await openOpera(page);
    await markSeats(page, 'D', [3, 4]);
    await page.getByLabel(zoneOne, { exact: true }).fill('2');
    await page.getByRole('button', { name: words.en.hold }).click();
    await page.waitForURL(/checkout/);
    await expect(page.getByRole('main')).toContainText('Stalls, row D, seat 3');
    await holdAndPayHeld(page, email);
    for (const number of [3, 4])
      await expect(page.getByRole('main')).toContainText(`Stalls, row D, seat ${number}`);
    const text = await downloadedText(page, words.en);
    expect(text).toContain('Stalls · Row D · Seat 3');
    await expect.poll(async () => (await mailsTo(email))[0]?.text ?? '').toContain('Stalls, row D, seat 4');
  });

  test('seats without their tickets are refused with the tickets that they need', async ({ page }) => {
    await openOpera(page);
    await markSeats(page, 'E', [3, 4]);
    await page.getByRole('button', { name: words.en.hold }).click();
    await expect(page.locator('#problem')).toContainText('mark one seat for each ticket');
    await expect(seat(page, 'E', 3)).toBeChecked();
    await expect(seat(page, 'E', 4)).toBeChecked();
    await expect(page.locator('#problem')).toContainText(`need these tickets: 2 × ${zoneOne}, €84.00 in all`);
    await expect(page.getByLabel(zoneOne, { exact: true })).toHaveValue('2');
    await page.getByRole('button', { name: words.en.hold }).click();
    await page.waitForURL(/checkout/);
    await expect(page.getByRole('main')).toContainText('Stalls, row E, seat 4');
  });
});

/** Pays for what is held already. */
async function holdAndPayHeld(page: Page, email: string): Promise<void> {
  const w = words.en;
  await page.getByLabel(w.firstname, { exact: true }).fill('Zoë');
  await page.getByLabel(w.lastname, { exact: true }).fill('Martin');
  await page.getByLabel(w.email).fill(email);
  await page.getByLabel(w.country).selectOption({ label: w.france });
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

test('each seat that is marked is a ticket of its zone, and is named beside them', async ({ page }) => {
  await openOpera(page);
  const one = page.getByLabel(zoneOne, { exact: true });
  const two = page.getByLabel('The Glass Harbour, zone 2', { exact: true });
  const box = page.locator('#tickets');
  for (const number of [5, 6]) await seat(page, 'G', number, 2).check();
  await expect(two).toHaveValue('2');
  await expect(one).toHaveValue('0');
  await expect(box.getByRole('status').first()).toHaveText('Your seats: Stalls · Row G 5, 6');
  await expect(box.locator('output')).toHaveText('€64.00');
  await seat(page, 'D', 10).check();
  await seat(page, 'G', 5, 2).uncheck();
  await expect(one).toHaveValue('1');
  await expect(two).toHaveValue('1');
  await expect(box.getByRole('status').first()).toHaveText('Your seats: Stalls · Row D 10; Stalls · Row G 6');
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  await expect(page.getByRole('main')).toContainText('Stalls, row G, seat 6');
});

test('who does not choose gets the best free seats', async ({ page }) => {
  await openOpera(page);
  await page.getByRole('radio', { name: /^The best free seats/ }).check();
  await page.getByLabel(zoneOne, { exact: true }).fill('2');
  await holdAndPay(page, 'best-seats@example.test', words.en);
  await expect(page.getByRole('main')).toContainText('Stalls, row A, seat');
});

/** Somebody else holds a seat of the first evening. */
async function holdElsewhere(browser: Browser, row: string, number: number): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openOpera(page);
  await markSeats(page, row, [number]);
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  await context.close();
}

test('a seat that was taken meanwhile is named, and the nearest one is marked', async ({ page, browser }) => {
  await openOpera(page);
  await markSeats(page, 'F', [7]);
  await holdElsewhere(browser, 'F', 7);
  await page.getByRole('button', { name: words.en.hold }).click();
  const problem = page.locator('#problem');
  await expect(problem).toContainText('Taken meanwhile: Stalls, row F, seat 7.');
  await expect(problem).toContainText('Stalls, row F, seat 8');
  await expect(seat(page, 'F', 8)).toBeChecked();
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  await expect(page.getByRole('main')).toContainText('Stalls, row F, seat 8');
});

test('the plan is accessible, and one stop of the tab key, with arrow keys', async ({ page }) => {
  await openOpera(page);
  // The keys work when the plan is one stop.
  const stop = page.locator('[data-seats] input[tabindex="0"]');
  await expect(stop).toHaveCount(1);
  await seat(page, 'B', 8).focus();
  await page.keyboard.press('ArrowRight');
  await expect(seat(page, 'B', 9)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(seat(page, 'C', 9)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(seat(page, 'C', 9)).toBeChecked();
  await expect(stop).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 700 });
  await check(page);
});

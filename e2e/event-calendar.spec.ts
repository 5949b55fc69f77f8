import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, bookableDays as bookable, chooseTime, follow, words } from './shop';

const w = words.en;

// Phones have a strip of days instead.
test.use({ viewport: { width: 1280, height: 800 } });

/** The page of an event that is on most days until spring; or of another one. */
async function openEvent(page: Page, name = 'Into the Sunset'): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, name);
  await page.waitForURL(/events/);
}

const month = (page: Page) => page.getByRole('heading', { level: 3, name: /^\w+ 20\d\d$/ }).first();

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a customer compares days of several months, and chooses day, time and tickets on one page', async ({
      page,
    }) => {
      await openEvent(page);
      await expect(bookable(page).first()).toHaveAccessibleName(/^\w+ \d+ \w+.*, from €[\d.]+, /);
      await expect(page.locator('#tickets')).toContainText('€');
      const first = await month(page).innerText();
      await page.locator('a[rel=next][href*="month="]').click();
      await expect(month(page)).not.toHaveText(first);
      const day = bookable(page).nth(1);
      const name = (await day.locator('.sr-only').first().innerText()).split(',')[0] ?? '';
      await day.click();
      await expect(page.getByRole('heading', { name: `Times on ${name}` })).toBeVisible();
      await expect(bookable(page).nth(1)).toHaveAttribute('aria-current', 'date');

      const time = await chooseTime(page);
      await expect(page.locator('#tickets')).toContainText(`${name}, ${time}`);
      await page.getByRole('button', { name: w.hold }).click();
      await page.waitForURL(/checkout/);
    });
  });
}

test('day, tickets and the button that holds them are in sight at first', async ({ page }) => {
  await openEvent(page, 'The Great Bend');
  await expect(bookable(page).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: w.hold })).toBeInViewport({ ratio: 1 });
  // In the order in which it is read, the name and what it is about come before them.
  const texts = await page.locator('main :is(h1, h2)').allInnerTexts();
  expect(texts.slice(0, 2)).toEqual(['The Great Bend', 'Choose a day and a time']);
});

test('another month is announced', async ({ page }) => {
  await openEvent(page);
  // A live region announces a change only if it stays in the page.
  const heading = await month(page).elementHandle();
  const first = await month(page).innerText();
  await page.locator('a[rel=next][href*="month="]').click();
  await expect(month(page)).not.toHaveText(first);
  await expect(month(page)).toHaveAttribute('aria-live', 'polite');
  expect(await heading.innerText()).toBe(await month(page).innerText());
});

test('a month without dates leads to the next one', async ({ page }) => {
  await openEvent(page);
  await page.goto(new URL('?month=2098-05', page.url()).href);
  await expect(page.getByText('Nothing is on sale in May 2098.')).toBeVisible();
  await page
    .getByRole('link', { name: /^Next date/ })
    .first()
    .click();
  await expect(page.locator('#times')).toBeVisible();
});

test('a day is chosen with the arrow keys', async ({ page }) => {
  await openEvent(page);
  await page.locator('a[rel=next][href*="month="]').click();
  await page.waitForURL(/month=/);
  // The keys work as soon as React has taken over the page.
  await expect(async () => {
    await bookable(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(bookable(page).nth(1)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  const announced = page.locator('#days .sr-only[role=status]');
  await expect(announced).toHaveText('');
  await page.keyboard.press('Enter');
  await expect(bookable(page).nth(1)).toHaveAttribute('aria-current', 'date');
  const name = (await bookable(page).nth(1).locator('.sr-only').first().innerText()).split(',')[0] ?? '';
  await expect(announced).toHaveText(new RegExp(`^${name}, `));
});

for (const width of [320, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('axe finds nothing in a calendar', async ({ page }) => {
      await openEvent(page);
      await check(page);
      await page.goto(new URL('?month=2098-05', page.url()).href);
      await check(page);
    });
  });
}

test('what is left is asked for again, while the page is open', async ({ page }) => {
  await page.clock.install();
  await openEvent(page);
  let asked: boolean | null = null;
  page.on('response', (response) => {
    if (/\/api\/availability\?/.test(response.url())) asked = response.ok();
  });
  // The clock of the page only runs on once its scripts have begun.
  await expect(async () => {
    await page.clock.fastForward(20_000);
    expect(asked).toBe(true);
  }).toPass();
});

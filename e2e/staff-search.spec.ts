import { expect, type Page } from '@playwright/test';
import { cameraFile } from './camera-file';
import { buy, signIn } from './desk';
import { check } from './accessible';
import { test } from './recorded';
import { address, downloadedText, holdFerry, words } from './shop';

const box = (desk: Page) => desk.getByLabel('Find a booking');
const results = (desk: Page) => desk.locator('[data-result]');

async function openDesk(desk: Page): Promise<void> {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await expect(box(desk)).toBeVisible();
}

test('staff find a booking while they type, by each kind of key, and are told why', async ({
  page,
  desk,
}) => {
  const email = 'search.by-anything@example.test';
  const reference = await buy(page, email);
  const [ticket = ''] =
    (await downloadedText(page, words.en)).match(/\b[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}\b/) ?? [];
  expect(ticket).not.toBe('');
  await openDesk(desk);
  for (const [query, why] of [
    [reference.toLowerCase().replace('-', ''), 'our reference'],
    [email, `e-mail: ${email}`],
    ['search.by-any', `e-mail: ${email}`],
    ['lukasz', 'name: Łukasz'],
    ['Lukasx', 'typo: lukasx → Łukasz'],
    [ticket, 'ticket code'],
    [ticket.replaceAll('-', '').toLowerCase(), 'ticket code'],
    [ticket.replaceAll('-', ' '), 'ticket code'],
    [`${ticket.slice(0, -1)}${ticket.endsWith('2') ? '3' : '2'}`, 'ticket code'],
  ] as const) {
    await box(desk).fill(query);
    const row = results(desk).filter({ hasText: reference });
    await expect(row, query).toContainText(why);
    await expect.poll(() => new URL(desk.url()).searchParams.get('q')).toBe(query);
  }
  const row = results(desk).filter({ hasText: reference });
  for (const text of ['The Stores by Lamplight', /[12] of [12] valid/, /€\d/])
    await expect(row).toContainText(text);
  await check(desk);
  await box(desk).fill('zzzzzz');
  await expect(desk.getByRole('status').filter({ hasText: 'Nothing found for “zzzzzz”' })).toBeVisible();
  await expect(results(desk)).toHaveCount(0);
  await check(desk);
});

test('staff find a purchase that was abandoned, with the keyboard alone', async ({ page, desk }) => {
  const email = 'went.unavailable@example.test';
  await holdFerry(page, email);
  await page.getByRole('button', { name: words.en.orderAndPay }).click();
  // The customer goes away without paying.
  await page.waitForURL(/\/pay\//);
  await page.goto('about:blank');
  await openDesk(desk);
  await box(desk).focus();
  await desk.keyboard.type('went.unavailable@exam');
  await expect(results(desk).first()).toContainText(email);
  await check(desk);
  await desk.keyboard.press('ArrowDown');
  await expect(results(desk).first().getByRole('link')).toBeFocused();
  await desk.keyboard.press('ArrowUp');
  await expect(box(desk)).toBeFocused();
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await desk.waitForURL(/\/staff\/orders\//);
  await expect(desk.locator('main')).toContainText(email);
  // The address has what was typed, and so has the box.
  await desk.goBack();
  await expect(box(desk)).toHaveValue('went.unavailable@exam');
  await expect(results(desk).first()).toContainText(email);
});

test.describe('with a keyboard and a mouse', () => {
  test.use({ hasTouch: false, isMobile: false, viewport: { width: 1280, height: 800 } });

  test('the arrow keys lead to the results after Enter, too', async ({ page }) => {
    await openDesk(page);
    await box(page).focus();
    await page.keyboard.type('nobody.with@this');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=nobody/);
    await expect(box(page)).toBeFocused();
  });
});

test('a search answers only staff, and says when it is too long', async ({ page, desk }) => {
  const search = `${address('E2E_SHOP')}/api/staff/search?language=en&q=`;
  expect((await page.request.get(`${search}martin`)).status()).toBe(401);
  await openDesk(desk);
  const long = await desk.request.get(search + 'x'.repeat(10_000));
  expect([long.status(), long.headers()['cache-control']]).toEqual([200, 'private, no-store']);
  expect(await long.json()).toMatchObject({
    title: 'A search has at most 254 characters. Shorten it.',
    rows: [],
  });
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${'x'.repeat(10_000)}`);
  await expect(
    desk.getByRole('status').filter({ hasText: 'A search has at most 254 characters' }),
  ).toBeVisible();
  for (const odd of ['%', "'; drop table x; --", '😀', '=calc()', '\\', '"', '_']) {
    const answer = await desk.request.get(search + encodeURIComponent(odd));
    expect([odd, answer.status()]).toEqual([odd, 200]);
    expect(await answer.json()).toMatchObject({ rows: [] });
  }
  // A role that may only admit people.
  await signIn(page, 'visitor@demo.test', 'demo-visitor');
  expect((await page.request.get(`${search}martin`)).status()).toBe(403);
});

test('a scanned code is searched for', async ({ playwright, launchOptions, contextOptions }) => {
  const file = await cameraFile('7KQM-X4MA-9TBC');
  const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  const launch = (extra: string[]) =>
    playwright.chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...extra] });
  const browser = await launch([...args, `--use-file-for-fake-video-capture=${file}`]);
  const desk = await browser.newPage(contextOptions);
  try {
    await openDesk(desk);
    await desk.getByRole('button', { name: 'Scan a ticket' }).click();
    await expect(box(desk)).toHaveValue('7KQM-X4MA-9TBC');
    await expect(desk.getByRole('dialog')).toBeHidden();
    // The camera is off.
    expect(await desk.evaluate(() => document.querySelector('video'))).toBeNull();
  } finally {
    await browser.close();
  }
});

test('without a camera there is no button for it', async ({ desk }) => {
  await openDesk(desk);
  await expect(desk.getByRole('button', { name: 'Scan a ticket' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search is a form', async ({ page }) => {
    await openDesk(page);
    await box(page).fill('zzzzzz');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Nothing found for “zzzzzz”' })).toBeVisible();
    await expect(box(page)).toHaveValue('zzzzzz');
  });
});

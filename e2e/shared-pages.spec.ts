import { expect, type Page } from '@playwright/test';
import { languages } from '@/lib/locale/languages';
import { startSharedCache } from '@/testing/faults/shared-cache';
import { test } from './recorded';
import { address, follow, holdFerry } from './shop';

/** What the browser reports: errors of the page, of its scripts, and of its policy. */
function reportsOf(page: Page): string[] {
  const reports: string[] = [];
  page.on('pageerror', (error) => reports.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) reports.push(message.text());
  });
  return reports;
}

/** Whether React has taken over the page. */
const isHydrated = (page: Page) =>
  page.evaluate(() => {
    const link = document.querySelector('header a');
    return link !== null && Object.keys(link).some((key) => key.startsWith('__reactProps'));
  });

const held = (page: Page) => page.getByRole('banner').getByRole('link', { name: /held|réservé/ });

for (const language of languages) {
  test(`pages from the cache run in ${language}, and lead on without loading again`, async ({ page }) => {
    const reports = reportsOf(page);
    const response = await page.goto(`${address('E2E_SHOP')}/${language}?campaign=1`);
    expect(response?.headers()).toMatchObject({
      'cache-control': expect.stringMatching(/^public/),
      'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-/),
    });
    await expect.poll(() => isHydrated(page)).toBe(true);
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.locator('a[href*="/catalogs/"]:not([href*="/events/"])').first().click();
    await page.waitForURL(/catalogs/);
    await page.locator('a[href*="/events/"], a[href*="/products/"]').first().click();
    await page.waitForURL(/events|products/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(loads).toBe(0);
    await page.reload();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await page.goto(`${address('E2E_SHOP')}/${language}/orders/find`);
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(reports).toEqual([]);
  });
}

test('a visitor with a basket sees it on pages from the cache, and nobody else does', async ({
  page,
  desk,
}) => {
  const shop = address('E2E_SHOP');
  const cache = await startSharedCache(shop);
  await desk.goto(`${cache.url}/en`);
  await holdFerry(page, 'cached@example.test');

  // Every page that the visitor with the basket loads is kept for all by the cache in front of the shop.
  for (const path of ['/fr', '/en', '/en/orders/find']) {
    await page.goto(cache.url + path);
    await expect(held(page)).toBeVisible();
    await desk.goto(cache.url + path);
    await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => isHydrated(desk)).toBe(true);
    await expect(held(desk)).toHaveCount(0);
    await expect(desk.locator('html')).toHaveAttribute('lang', path.slice(1, 3));
  }
  expect(cache.hits).toContain('/en');

  // The same without a cache in front, by links and by loading.
  await page.goto(`${shop}/en`);
  await expect(held(page)).toBeVisible();
  await follow(page, 'La Ligne d’Eau, River Boats');
  await page.waitForURL(/catalogs/);
  await expect(held(page)).toBeVisible();
  await desk.goto(page.url());
  await expect(held(desk)).toHaveCount(0);
  await cache.close();
});

test('a page that is out of date says how old it is as long as it is, and is renewed then', async ({
  page,
}) => {
  let minutes: number | null = 8;
  await page.clock.install();
  await page.route(/\/en$/, async (route) => {
    const response = await route.fetch();
    // As lib/page-cache/outdated-page.ts writes it.
    const notice = `<aside role="status" class="outdated-notice">This is ${minutes} minutes old.</aside>`;
    const body = (await response.text()).replace(
      /<body\b[^>]*>/,
      (tag) => tag + (minutes === null ? '' : notice),
    );
    await route.fulfill({ response, body });
  });
  await page.goto(`${address('E2E_SHOP')}/en`);
  await expect(page.getByText('This is 8 minutes old.')).toBeVisible();
  minutes = 9;
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(page.getByText('This is 9 minutes old.')).toBeVisible({ timeout: 500 });
  }).toPass();
  minutes = null;
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(page.locator('.outdated-notice')).toHaveCount(0, { timeout: 500 });
  }).toPass();

  // Connected again, it is renewed at once: the clock of the page stands still.
  minutes = 8;
  await page.reload();
  await expect(page.getByText('This is 8 minutes old.')).toBeVisible();
  await expect.poll(() => isHydrated(page)).toBe(true);
  minutes = 9;
  await page.clock.pauseAt(Date.now() + 86_400_000);
  await expect(page.getByText('This is 9 minutes old.')).toBeVisible();
  minutes = null;
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.locator('.outdated-notice')).toHaveCount(0);
});

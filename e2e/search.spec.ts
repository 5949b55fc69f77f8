import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, chooseTime, downloadedText, holdAndPay, listedAddresses, words } from './shop';

const shop = () => address('E2E_SHOP');
const results = (page: Page) => page.getByRole('region', { name: /events?$|^Nothing found$/ });
const firstEvent = (page: Page) => results(page).getByRole('heading', { level: 3 }).first();

test('a customer who types a word with a mistake finds the concert, and buys a ticket', async ({ page }) => {
  await page.goto(`${shop()}/en`);
  await page.getByRole('searchbox').fill('reeds strngs');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/search\?q=/);
  await expect(firstEvent(page)).toHaveText('Strings and Reeds');
  await firstEvent(page).click();
  await chooseTime(page);
  await holdAndPay(page, 'search@example.test', words.en);
  expect(await downloadedText(page, words.en)).toContain('Strings and Reeds');
});

test('the results follow while a customer types and chooses, and are in the address', async ({ page }) => {
  await page.goto(`${shop()}/en/search`);
  await page.getByRole('searchbox').pressSequentially('tides');
  await page.waitForURL(/q=tides/);
  await expect(firstEvent(page)).toHaveText('The Tides');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.getByText('Dates and filters').click();
  await page.getByLabel('Kind').selectOption({ label: 'Theatre (1)' });
  await page.waitForURL(/category=theatre/);
  await page.getByRole('link', { name: 'Remove: tides' }).click();
  await page.waitForURL((url) => !url.search.includes('q='));
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page.getByLabel('Kind')).toHaveValue('theatre');
  const linked = page.url();
  await page.goto(`${shop()}/en`);
  await page.goto(linked);
  await expect(results(page).getByRole('heading', { level: 3 })).toHaveCount(2);
  await page.getByText('Dates and filters').click();
  await page.getByLabel('From').fill('2099-01-01');
  await page.waitForURL(/2099-01-01/);
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove: from Thu 1 Jan 2099' })).toBeVisible();
  await page.getByRole('link', { name: /^Without “from .*1 Jan.*”: 2 events$/ }).click();
  await expect(results(page).getByRole('heading', { level: 3 })).toHaveCount(2);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form finds events by word, price and organiser, page by page', async ({ page }) => {
    await page.goto(`${shop()}/fr/search`);
    await page.getByRole('searchbox').fill('MUSEE');
    await page.getByText('Dates et filtres').click();
    await expect(page.getByLabel('Organisateur').locator('option')).toHaveText([
      /^Indifférent$/,
      /^Musée Lormeau \(\d\)$/,
      /^La Ligne d’Eau \(\d\)$/,
      /^Théâtre de l’Écluse \(\d\)$/,
    ]);
    await page.getByLabel('Prix').selectOption('10');
    await page.getByRole('button', { name: 'Afficher' }).click();
    await page.waitForURL(/q=MUSEE.*price=10/);
    await expect(page.getByRole('heading', { level: 2, name: /^\d événements?$/ })).toBeVisible();
    await page.getByRole('link', { name: 'Tout retirer' }).click();
    await expect(page.getByRole('heading', { level: 2, name: /\d\d événements/ })).toBeVisible();
  });

  test('words that mean a day or a price are filters, which are removed one by one', async ({ page }) => {
    await page.goto(`${shop()}/en/search`);
    await page.getByRole('searchbox').fill('Boat on SATURDAY for free');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/q=/);
    await expect(page.getByRole('list', { name: 'Chosen' }).getByRole('listitem')).toHaveText([
      /^Boat/,
      /^Saturday/,
      /^Free/,
      'Remove all',
    ]);
    await page.getByRole('link', { name: 'Remove: Free' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('Boat on SATURDAY');
    await expect(results(page).getByRole('heading', { name: 'The Great Bend' })).toBeVisible();
    await page.getByRole('link', { name: 'Remove: Boat' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('SATURDAY');
    await expect(page.getByRole('link', { name: 'Remove: Saturday' })).toBeVisible();
  });

  test('dates are used, not the named day beside them, and say when they end before they begin', async ({
    page,
  }) => {
    await page.goto(`${shop()}/en/search`);
    await page.getByText('Dates and filters').click();
    await page.getByRole('combobox', { name: 'Day' }).selectOption('week');
    await page.getByLabel('From').fill('2098-03-10');
    await page.getByLabel('to', { exact: true }).fill('2098-03-01');
    await page.getByRole('button', { name: 'Show' }).click();
    const title = 'The last day is before the first one.';
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(page.getByText('These dates count, not “The next seven days”.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Day' }).locator('option:checked')).toHaveText(
      'The dates below',
    );
    await page.getByRole('link', { name: 'Show Sat 1 Mar 2098 to Mon 10 Mar 2098' }).click();
    await page.waitForURL(/from=2098-03-01&until=2098-03-10$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Nothing found' })).toBeVisible();
  });
});

test('hostile words are only words', async ({ page }) => {
  for (const q of ['<script>alert(1)</script>', '%00', '"; drop', '%', '\\', 'x'.repeat(5_000)]) {
    const answer = await page.goto(`${shop()}/en/search?q=${encodeURIComponent(q)}&page=-1&day=soon`);
    expect(answer?.status()).toBe(200);
    const words = page.getByRole('searchbox');
    // What is too long is refused with its limit, not cut.
    const isTooLong = q.length > 100;
    await expect(words).toHaveValue(isTooLong ? /^x{101,}$/ : q);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(isTooLong ? 1 : 0);
  }
});

test.describe('320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('axe finds nothing in results, filters and an empty result', async ({ page }) => {
    for (const query of ['', '?category=boat&price=20', '?q=xyzxyz&day=today']) {
      await page.goto(`${shop()}/en/search${query}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Dates and filters').click();
      await check(page);
    }
  });
});

test('search engines find every event in every language, and what it costs', async ({ page, request }) => {
  const robots = await (await request.get(`${shop()}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${shop()}/sitemap.xml`);
  const pages = await listedAddresses(request);
  const event = pages.find((url) => /\/fr\/catalogs\/[^/]+\/events\//.test(url)) ?? '';
  await page.goto(`${event}?date=2099-01-01`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', event);
  await expect(page.locator('link[rel=alternate][hreflang=de]')).toHaveAttribute(
    'href',
    event.replace('/fr/', '/de/'),
  );
  const anyLanguage = page.locator('link[rel=alternate][hreflang=x-default]');
  await expect(anyLanguage).toHaveAttribute('href', event.replace('/fr/', '/'));
  const italian = await request.get(event.replace('/fr/', '/'), { headers: { 'accept-language': 'it' } });
  expect(italian.url()).toBe(event.replace('/fr/', '/it/'));
  const preview = await page.locator('meta[property="og:image"]').getAttribute('content');
  // The longer of two rules counts.
  expect(robots).toContain('Allow: /api/previews/');
  expect(new URL(preview ?? '').pathname).toMatch(/^\/api\/previews\//);
  const picture = await request.get(preview ?? '');
  expect(picture.headers()['content-type']).toBe('image/jpeg');
  expect((await picture.body()).byteLength).toBeGreaterThan(10_000);
  expect((await request.get((preview ?? '').replace('/fr/', '/xx/'))).status()).toBe(404);
  const data: unknown = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  );
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    url: event,
    // The tickets of the day that is shown.
    offers: expect.arrayContaining([
      expect.objectContaining({
        '@type': 'Offer',
        priceCurrency: 'EUR',
        price: expect.stringMatching(/^\d+\.\d\d$/),
      }),
    ]),
  });
});

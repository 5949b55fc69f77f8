import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { test } from './recorded';
import { address, follow, listedAddresses } from './shop';

const shop = () => address('E2E_SHOP');
const entries = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 });

/** From the front page to the places of the boats: the quay, and the museum a hundred metres from it. */
async function openPlaces(page: Page): Promise<void> {
  await page.goto(`${shop()}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await page.getByRole('link', { name: 'All 2 places' }).click();
  await page.waitForURL(/\/places$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Places' })).toBeVisible();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a visitor finds the nearest place, the way there, and what is on', async ({ page }) => {
      await openPlaces(page);
      await expect(entries(page)).toHaveText(['Musée Lormeau', 'Ponton des Indienneurs']);
      await expect(page.getByText('3 quai des Indienneurs, 49999 Saint-Elme-sur-Loire')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Directions Musée Lormeau' })).toHaveAttribute(
        'href',
        'https://www.openstreetmap.org/?mlat=47.4031&mlon=-0.9612#map=17/47.4031/-0.9612',
      );
      await expect(page.getByRole('link', { name: 'Open in a map app Musée Lormeau' })).toHaveAttribute(
        'href',
        /^geo:47\.4031,-0\.9612\?q=/,
      );
      // Without the accents that a visitor's keyboard does not have.
      await page.getByLabel('Near which place?').fill('ponton DES indiénneurs');
      await page.getByRole('button', { name: 'Sort', exact: true }).click();
      await page.waitForURL(/from=ponton/);
      await expect(
        page.getByRole('heading', { name: 'Nearest first, from Ponton des Indienneurs' }),
      ).toBeVisible();
      await expect(entries(page)).toHaveText(['Ponton des Indienneurs', 'Musée Lormeau']);
      await expect(page.getByText('110 m away')).toBeVisible();
      await page.getByRole('link', { name: 'Sort by name again' }).click();
      await expect(entries(page)).toHaveText(['Musée Lormeau', 'Ponton des Indienneurs']);
      await page.getByRole('link', { name: 'The Great Bend' }).click();
      await page.waitForURL(/events/);
      await expect(page.getByText('Quai des Indienneurs, 49999 Saint-Elme-sur-Loire')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Directions Ponton des Indienneurs' })).toBeVisible();
    });

    test('a district or a postcode is a place to measure from', async ({ page }) => {
      await openPlaces(page);
      for (const typed of ['saint-elme', '49999']) {
        await page.getByLabel('Near which place?').fill(typed);
        await page.getByRole('button', { name: 'Sort', exact: true }).click();
        await expect(page.getByRole('heading', { name: `Nearest first, from ${typed}` })).toBeVisible();
        await expect(page.getByText('60 m away')).toHaveCount(2);
      }
    });

    test('what is no place is answered in words, with the whole list', async ({ page }) => {
      await openPlaces(page);
      const action = page.url();
      const answers: [string, string | RegExp][] = [
        ['nowhere', 'No place in this list matches “nowhere”.'],
        ['95, 10', /These coordinates do not exist/],
        ['x'.repeat(5_000), 'At most 200 characters: please shorten what you typed.'],
        ['<script>alert(1)</script>', 'No place in this list matches “<script>alert(1)</script>”.'],
        ['quai', 'Several places match “quai”. Which one do you mean?'],
      ];
      for (const [from, words] of answers) {
        const answer = await page.goto(`${action}?from=${encodeURIComponent(from)}&page=99`);
        expect(answer?.status()).toBe(200);
        expect(answer?.headers()['cache-control']).toMatch(/no-store/);
        const field = page.getByLabel('Near which place?');
        await expect(page.locator('#near-error')).toHaveText(words);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveValue(from.slice(0, 200));
        await expect(entries(page)).toHaveCount(2);
      }
      await page.getByRole('link', { name: 'Ponton des Indienneurs, Quai des Indienneurs' }).click();
      await page.waitForURL(/from=47\.403,-0\.960$|from=47\.403%2C-0\.960$/);
      await expect(entries(page)).toHaveText(['Ponton des Indienneurs', 'Musée Lormeau']);
      await page.goto(`${action}?from=geo:47.4027,-0.9598`);
      await expect(entries(page)).toHaveText(['Ponton des Indienneurs', 'Musée Lormeau']);
    });
  });
}

test('the device is asked for its position after a click, and tells a rounded one', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'], { origin: shop() });
  await context.setGeolocation({ latitude: 47.402712, longitude: -0.959834 });
  await openPlaces(page);
  await page.getByRole('button', { name: 'Use my position' }).click();
  await page.waitForURL(/from=47\.403,-0\.960$/);
  await expect(page.getByText('40 m away')).toBeVisible();
});

test('a refusal of the position is said, and the list stays', async ({ page, context }) => {
  await context.clearPermissions();
  await openPlaces(page);
  await page.getByRole('button', { name: 'Use my position' }).click();
  await expect(page.getByText(/Your browser does not tell this page where you are/)).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
});

test('a catalogue with one place has no link to a list, and its page says so', async ({ page }) => {
  await page.goto(`${shop()}/en`);
  await follow(page, 'Lormeau Museum');
  await page.waitForURL(/catalogs/);
  await expect(page.getByRole('link', { name: /^All \d+ places$/ })).toHaveCount(0);
  const answer = await page.goto(`${page.url()}/places`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText('Everything takes place here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Directions Musée Lormeau' })).toBeVisible();
  await expect(page.getByLabel('Near which place?')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test('search engines find the page of places in every language, and no distances', async ({
  page,
  request,
}) => {
  const listed = await listedAddresses(request);
  const [url = '', ...others] = listed.filter((one) => one.endsWith('/places'));
  expect(others).toHaveLength(5);
  await page.goto(`${url}?page=1`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', url);
  await expect(page.locator('link[rel=alternate][hreflang=de]')).toHaveAttribute(
    'href',
    url.replace(/\/(en|fr)\//, '/de/'),
  );
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await page.goto(`${url}?from=47.4,-1`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

for (const viewport of [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
]) {
  test.describe(`${viewport.width} px wide`, () => {
    test.use({ viewport });

    test('axe finds nothing', async ({ page }) => {
      await openPlaces(page);
      const action = page.url();
      for (const query of ['', '?from=musee', '?from=47.4,-0.95', '?from=nowhere']) {
        await page.goto(`${action}${query}`);
        await check(page);
      }
    });
  });
}

import { expect, type Page } from '@playwright/test';
import { demoFeeds } from '../demo/catalogs/demo-feeds';
import { demoToday } from '../demo/import-catalogs';
import { check } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { chooseFerry, chooseTime, follow, openDay, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop, because staff change what it sells.

const w = words.en;
const boats = 'La Ligne d’Eau, River Boats';
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.describe.configure({ timeout: 120_000 });
test.beforeAll(async () => {
  shop = await startOwnPrograms();
});
test.afterAll(() => shop.stop());

const admin = (desk: Page) => signIn(desk, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);

/** The page of the boats' catalogue, for an admin. */
async function openCatalog(desk: Page): Promise<void> {
  await admin(desk);
  await desk.getByRole('link', { name: 'Catalogues' }).click();
  await desk.getByRole('link', { name: boats }).click();
  await expect(desk.getByRole('heading', { level: 1, name: boats })).toBeVisible();
}

/** The demo's feed of the boats, changed. */
function boatFeed(change: (feed: ReturnType<typeof demoFeeds>[number]) => void) {
  const { demoUrl } = shop.programs;
  const feed = demoFeeds({ today: demoToday(Date.now()), demoUrl }).find(({ catalog }) =>
    Object.values(catalog.name).includes(boats),
  );
  if (feed === undefined) throw new Error('the demo has no boats');
  const copy = structuredClone(feed);
  change(copy);
  return copy;
}

async function upload(desk: Page, content: string, name = 'season.json'): Promise<void> {
  const buffer = Buffer.from(content);
  await desk.getByLabel('Feed as a JSON file').setInputFiles({ name, mimeType: 'application/json', buffer });
  await desk.getByRole('button', { name: 'Show what would change' }).click();
}

/** The answer of a form; Next has an alert of its own for the titles of pages. */
const problem = (desk: Page) => desk.getByRole('main').getByRole('alert');

async function save(desk: Page, reason = 'A test of the desk'): Promise<void> {
  await desk.getByLabel('Reason').fill(reason);
  await desk.getByLabel('Yes, change it').check();
  await desk.getByRole('button', { name: 'Save the change' }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a feed is uploaded, its difference is shown, and exactly it is applied', async ({ page: desk }) => {
      await openCatalog(desk);
      const price = javaScriptEnabled ? '31.00' : '32.00';
      const feed = boatFeed(({ products, events }) => {
        for (const offer of products[0]?.offers ?? []) offer.price = price;
        events[0]?.sessions.pop();
      });
      await upload(desk, JSON.stringify(feed));
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText('What season.json would change');
      const prices = desk.getByRole('region', { name: /^Prices/ });
      await expect(prices).toContainText(`€${price}`);
      await expect(desk.getByRole('region', { name: 'Changes by kind' })).toContainText(
        'Nothing is applied yet',
      );
      // axe is a script.
      if (javaScriptEnabled) await check(desk);
      const address = desk.url();
      await desk.getByLabel('Yes, apply these changes').check();
      await desk.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(desk.getByRole('status')).toContainText('The feed is imported');
      await expect(desk.getByRole('region', { name: 'Imports' })).toContainText('season.json');
      // The same action in another tab: the upload is gone, and nothing is imported twice.
      await desk.goto(address);
      await expect(desk.getByRole('heading', { level: 1 })).toHaveText('There is no such upload');
    });
  });
}

test('a feed with errors is refused with their JSON paths, and one of another catalogue, too', async ({
  page: desk,
}) => {
  await openCatalog(desk);
  const wrong = boatFeed(({ events }) => {
    const [session] = events[0]?.sessions ?? [];
    if (session !== undefined) session.occursAt = 'noon';
  });
  await upload(desk, JSON.stringify(wrong), `=cmd()'${'x'.repeat(50)}.json`);
  await expect(desk.getByRole('table')).toContainText('$.events[0].sessions[0].occursAt');
  await expect(desk.getByRole('button', { name: 'Apply', exact: true })).toHaveCount(0);
  await check(desk);
  await desk.getByRole('link', { name: 'All catalogues' }).click();
  await upload(desk, 'not JSON');
  await expect(desk.locator('main')).toContainText('not valid JSON: line 1, column');
  await openCatalogAgain(desk);
  await upload(desk, JSON.stringify(boatFeed(({ catalog }) => (catalog.key = 'another'))));
  await expect(desk.locator('main')).toContainText('This feed is for another catalogue');
});

async function openCatalogAgain(desk: Page): Promise<void> {
  await desk.goto(`${shop.programs.storefrontUrl}/en/staff/catalogs`);
  await desk.getByRole('link', { name: boats }).click();
  // The list has a form for a feed, too.
  await expect(desk.getByRole('heading', { name: boats, level: 1 })).toBeVisible();
}

test('schema.org events are uploaded on the page of their catalogue', async ({ page: desk }) => {
  await openCatalog(desk);
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'gala',
    name: 'Gala on the river',
    startDate: '2031-06-01T20:00:00+02:00',
    offers: { '@type': 'Offer', name: 'Seat', price: '50.00', priceCurrency: 'EUR' },
  };
  await upload(desk, JSON.stringify(event), 'gala.jsonld');
  await expect(desk.locator('main')).toContainText('Sessions: Removed');
  await desk.goto(`${shop.programs.storefrontUrl}/en/staff/catalogs`);
  await upload(desk, JSON.stringify(event), 'gala.jsonld');
  await expect(desk.locator('main')).toContainText('Events of schema.org need a catalogue');
});

test('sales are closed and the shop shows it; with the keyboard they are opened again', async ({
  page,
  desk,
}) => {
  await openCatalog(desk);
  const ferry = desk
    .getByRole('region', { name: 'Products' })
    .getByRole('row', { name: /^The Ferry, there and back/ });
  await ferry.getByRole('link', { name: /^Close sales/ }).click();
  await check(desk);
  await desk.getByLabel('Yes, change it').check();
  await desk.getByRole('button', { name: 'Save the change' }).click();
  await expect(problem(desk)).toContainText('Write a reason');
  await expect(desk.locator('[name=reason]')).toHaveAccessibleDescription(/Write a reason/);
  await save(desk, 'High water');
  await expect(desk.getByRole('status')).toContainText('Sales are closed');
  await expect(ferry).toContainText('Closed: High water');
  await check(desk);
  const { storefrontUrl } = shop.programs;
  await expect(async () => {
    await page.goto(`${storefrontUrl}/en`);
    await follow(page, boats);
    await follow(page, 'The Ferry');
    await page.waitForURL(/events/);
    await expect(page.locator('#tickets')).toContainText('Not on sale');
    await expect(page.getByRole('button', { name: w.hold })).toHaveCount(0);
  }).toPass();
  await ferry.getByRole('link', { name: /^Open sales/ }).focus();
  await desk.keyboard.press('Enter');
  await desk.getByLabel('Reason').focus();
  await desk.keyboard.type('The water is low again');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Space');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('in force again');
  await expect(ferry).toContainText('Open');
  await expect(async () => {
    await chooseFerry(page, storefrontUrl);
    await expect(page.getByRole('button', { name: w.hold })).toBeVisible();
  }).toPass();
});

test('a capacity is never below what is held and sold', async ({ page, desk }) => {
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, boats);
  await follow(page, 'Into the Sunset');
  await page.waitForURL(/events/);
  await openDay(page, 1);
  await chooseTime(page);
  await page.getByRole('button', { name: w.hold }).click();
  await expect(page.getByRole('button', { name: w.orderAndPay })).toBeVisible();
  await openCatalog(desk);
  await follow(desk, 'Into the Sunset');
  await expect(desk.getByRole('heading', { level: 1, name: 'Into the Sunset' })).toBeVisible();
  await check(desk);
  // The third column tells what is held.
  const held = desk.locator('td:nth-child(3)').filter({ hasText: /^\D*1$/ });
  const row = desk.getByRole('row').filter({ has: held });
  await row.getByRole('link', { name: /^Change capacity/ }).click();
  await check(desk);
  const capacity = desk.getByLabel('New capacity');
  await capacity.fill('many');
  await save(desk);
  await expect(problem(desk)).toContainText('Write a whole number');
  await expect(capacity).toHaveValue('many');
  await capacity.fill('0');
  await save(desk);
  await expect(problem(desk)).toContainText('Sold and held: 1. The capacity can’t be lower than 1.');
  await capacity.fill('1');
  await save(desk, 'The small boat');
  await expect(desk.getByRole('status')).toContainText('The capacity is changed');
  await expect(row).toContainText('Changed: The small boat');
});

test('a price holds from a day on; wrong prices and past days are refused', async ({ page: desk }) => {
  await openCatalog(desk);
  const ferry = desk
    .getByRole('region', { name: 'Products' })
    .getByRole('row', { name: /^The Ferry, there and back/ });
  await ferry.getByRole('link', { name: /^Change price/ }).click();
  await check(desk);
  await expect(desk.getByLabel('New price in euros')).toHaveAccessibleDescription(/Now it is €/);
  await desk.getByLabel('New price in euros').fill('abc');
  await save(desk);
  await expect(problem(desk)).toContainText('Write an amount such as 12.50');
  await desk.getByLabel('New price in euros').fill('77,5');
  await desk.getByLabel('From this day of visit on').fill('2020-01-01');
  await save(desk);
  await expect(problem(desk)).toContainText('This day is past');
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
  await desk.getByLabel('From this day of visit on').fill(today);
  await save(desk, 'Festival');
  await expect(desk.getByRole('status')).toContainText('The price is changed');
  await expect(ferry).toContainText('€77.50 from');
  await ferry.getByRole('link', { name: /^Remove this price/ }).click();
  await expect(desk.getByLabel('Reason')).toBeVisible();
  // The same action in another tab.
  const tab = await desk.context().newPage();
  await tab.goto(desk.url());
  await save(desk);
  await expect(ferry).not.toContainText('€77.50');
  await save(tab);
  await expect(problem(tab)).toContainText('It was removed or replaced in the meantime');
  expect((await tab.reload())?.status()).toBe(404);
});

test('a hidden catalogue is not in the shop, until it is shown again', async ({ page, desk }) => {
  await openCatalog(desk);
  const { storefrontUrl } = shop.programs;
  const id = desk.url().split('/').at(-1)?.split('?')[0] ?? '';
  await desk.getByRole('link', { name: /^Hide this catalogue/ }).click();
  await save(desk, 'The season is over');
  await expect(desk.getByRole('status')).toContainText('The catalogue is hidden');
  await expect(desk.locator('main')).toContainText('Hidden: The season is over');
  await expect
    .poll(async () => (await page.goto(`${storefrontUrl}/en/catalogs/${id}`))?.status(), { timeout: 40_000 })
    .toBe(404);
  await desk.getByRole('link', { name: /^Show this catalogue again/ }).click();
  await save(desk, 'The next season begins');
  await expect
    .poll(async () => (await page.goto(`${storefrontUrl}/en/catalogs/${id}`))?.status(), { timeout: 40_000 })
    .toBe(200);
  await desk.getByRole('link', { name: 'Audit log' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await expect(desk.getByRole('row', { name: /Catalogue changed/ }).first()).toContainText(id);
});

test('a reader sees the catalogues and can’t change them', async ({ page: desk }) => {
  const { storefrontUrl } = shop.programs;
  await signIn(desk, 'reader@demo.test', 'demo-reader', storefrontUrl);
  await desk.getByRole('link', { name: 'Catalogues' }).click();
  await expect(desk.locator('main')).toContainText('You may look at catalogues, but not change them.');
  await check(desk);
  await desk.getByRole('link', { name: boats }).click();
  await expect(desk.getByRole('region', { name: 'Products' })).toBeVisible();
  await expect(desk.getByRole('link', { name: /^(Close sales|Change price|Hide this)/ })).toHaveCount(0);
  await expect(desk.getByLabel('Feed as a JSON file')).toHaveCount(0);
  const catalog = desk.url();
  await desk.goto(`${catalog}/change?what=hide`);
  await expect(desk.getByRole('button', { name: 'Save the change' })).toHaveCount(0);
  const sent = await desk.request.post(`${storefrontUrl}/api/staff/feeds`, {
    headers: { origin: storefrontUrl },
    multipart: { feed: { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') } },
    maxRedirects: 0,
  });
  expect(sent.headers()['location']).toBe(`${storefrontUrl}/en/staff/catalogs`);
});

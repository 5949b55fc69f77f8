import { expect, type Page } from '@playwright/test';
import { languages } from '@/lib/locale/languages';
import { importProgramme, londonFeed } from './import-programme';
import { test } from './recorded';
import { startOwnPrograms } from './start-programs';
import { chooseTime, fillDetails, follow, holdFerry, offerAddress, quantityField, words, zoe } from './shop';

// A separate shop with short holds: for expired holds and free offers.

const w = words.en;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  shop = await startOwnPrograms({ HOLD_MINUTES: '0.4' });
});
test.afterAll(() => shop.stop());

/** A programme as event sites publish it: free, with a capacity. */
const programme = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Event',
      identifier: 'walk',
      name: 'A Walk along the Walls',
      startDate: `${nextYear()}-06-05T14:00:00+01:00`,
      isAccessibleForFree: true,
      location: { '@type': 'Place', name: 'The walls', address: '1 Wall Street' },
      subEvent: [
        {
          '@type': 'Event',
          name: 'A Walk along the Walls',
          startDate: `${nextYear()}-06-05T14:00:00+01:00`,
          maximumAttendeeCapacity: 2,
        },
      ],
    },
  ],
};

function nextYear(): number {
  return new Date().getFullYear() + 1;
}

test('a free place of an imported programme needs no payment, and the last one sells out', async ({
  page,
}) => {
  const options = ['--catalog', 'walls', '--name', 'Open Walls', '--timezone', 'Europe/London'];
  const report = await importProgramme(shop, programme, options);
  expect(report).toContain('session: 1 added');

  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Open Walls');
  await follow(page, 'A Walk along the Walls');
  await chooseTime(page);
  const offer = await offerAddress(page);
  await quantityField(page).fill('2');
  await page.getByRole('button', { name: w.hold }).click();
  await fillDetails(page, 'free@example.test', w);
  await page.getByRole('button', { name: w.orderFree }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  await page.goto(offer);
  await expect(page.locator('main')).toContainText(w.soldOut);
});

test('a hold that ends keeps what was typed, and the same is reserved again with one click', async ({
  page,
}) => {
  await holdFerry(page, 'expired@example.test', shop.programs.storefrontUrl);
  await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Hold the same tickets again' }).click();
  await expect(page.getByLabel(w.firstname, { exact: true })).toHaveValue(zoe.firstname);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
});

/** A boat with three places, for adults and children, whose names the captain wants to know. */
const smallBoat = londonFeed('pond', 'Pond Boats', {
  forms: [{ key: 'crew', fields: [{ code: 'name', label: { en: 'Name' }, type: 'text', required: true }] }],
  events: [
    {
      key: 'pond',
      name: { en: 'Across the Pond' },
      sessions: [{ key: 'noon', occursAt: `${nextYear()}-06-05T12:00:00+01:00`, capacity: 3 }],
    },
  ],
  products: ['adult', 'child'].map((type) => ({
    key: type,
    productBase: 'pond',
    forms: ['crew'],
    name: { en: `Across the Pond, ${type}` },
    tickets: [{ key: type, name: { en: type }, event: 'pond', dateAccess: false }],
    offers: [{ date: `${nextYear()}-06-05`, price: type === 'adult' ? '8.00' : '4.00', capacity: null }],
  })),
});

test('of two types of tickets only one can be held: the page says which, and keeps the choice', async ({
  page,
}) => {
  await importProgramme(shop, smallBoat);
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Pond Boats');
  await follow(page, 'Across the Pond');
  await chooseTime(page);
  const [adults, children] = [/adult/, /child/].map((name) => page.getByRole('spinbutton', { name }));
  await adults?.fill('2');
  await children?.fill('2');
  await page.getByRole('button', { name: w.hold }).click();
  const problem = page.locator('#problem');
  await expect(problem).toContainText('Across the Pond, child');
  await expect(problem).toContainText('Only 1 is left');
  await expect(page.getByRole('spinbutton', { name: /adult/ })).toHaveValue('2');

  // Nothing of the first try is still held.
  await children?.fill('1');
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await expect(page.locator('#held')).toContainText('€20.00');

  // The questions are those of each ticket.
  await expect(page.getByRole('group', { name: 'Across the Pond, adult, ticket 2 of 2' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Across the Pond, child' })).toBeVisible();
  await fillDetails(page, 'pond@example.test', w);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  const errors = page.getByRole('alert').getByRole('listitem');
  await expect(errors).toHaveText([
    'Across the Pond, adult, ticket 1: Name: Please answer this.',
    'Across the Pond, adult, ticket 2: Name: Please answer this.',
    'Across the Pond, child: Name: Please answer this.',
  ]);
});

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function expectNoWider(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, page.url()).toBeLessThanOrEqual(320);
}

for (const language of languages) {
  test(`a small phone has room for the front page and the search, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const address of ['', '/search?q=evening']) {
      await page.goto(`${shop.programs.storefrontUrl}/${language}${address}`);
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      await expectNoWider(page);
    }
  });
}

test('words that are wider than a small phone are broken on every page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const [event] = programme['@graph'];
  const location = { ...event?.location, name: `${longWord} of Llanfairpwllgwyngyll` };
  const long = {
    ...programme,
    '@graph': [{ ...event, identifier: 'long', name: `The ${longWord}`, location }],
  };
  const options = ['--catalog', 'long', '--name', 'Long Walks', '--timezone', 'Europe/London'];
  await importProgramme(shop, long, options);
  const expectNoOverflow = () => expectNoWider(page);
  await expect(async () => {
    // A front page may be some seconds older than the programme.
    await page.goto(`${shop.programs.storefrontUrl}/en`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Long Walks' }).first()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await follow(page, 'Long Walks');
  await page.waitForURL(/catalogs/);
  await expectNoOverflow();
  await page.goto(`${page.url()}/places`);
  await expectNoOverflow();
  await page
    .getByRole('main')
    .getByRole('link', { name: `The ${longWord}` })
    .first()
    .click();
  await page.waitForURL(/events/);
  await expectNoOverflow();
  await chooseTime(page);
  await expectNoOverflow();
  const shown = page.url();
  await page.goto(await offerAddress(page));
  await expectNoOverflow();
  await page.goto(shown);
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await expectNoOverflow();
  await fillDetails(page, 'long@example.test', w);
  await page.getByRole('button', { name: w.orderFree }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  await expectNoOverflow();
});

import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { importProgramme, londonFeed } from './import-programme';
import { test } from './recorded';
import {
  chooseTime,
  fillDetails,
  follow,
  mailsTo,
  offerAddress,
  openDay,
  quantityField,
  words,
} from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop with a programme of two places on each day.

const w = words.en;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

const days = [`${new Date().getFullYear() + 1}-06-05`, `${new Date().getFullYear() + 1}-06-06`];

const occurrence = (day: string) => ({
  '@type': 'Event',
  name: 'A Walk along the Walls',
  startDate: `${day}T14:00:00+01:00`,
  maximumAttendeeCapacity: 2,
});

const programme = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Event',
      identifier: 'walk',
      name: 'A Walk along the Walls',
      startDate: `${days[0] ?? ''}T14:00:00+01:00`,
      isAccessibleForFree: true,
      location: { '@type': 'Place', name: 'The walls', address: '1 Wall Street' },
      subEvent: days.map(occurrence),
    },
  ],
};

/** Boats on two days. On the first one nothing is left: neither at its times, nor of the ticket for the whole day. */
const lake = londonFeed('lake', 'Lake Boats', {
  events: [
    {
      key: 'lake',
      name: { en: 'Across the Lake' },
      sessions: [
        { key: 'ten', occursAt: `${days[0] ?? ''}T10:00:00+01:00`, capacity: 0 },
        { key: 'noon', occursAt: `${days[0] ?? ''}T12:00:00+01:00`, capacity: 0 },
        { key: 'off', occursAt: `${days[0] ?? ''}T14:00:00+01:00`, capacity: 0, status: 'cancelled' },
        { key: 'next', occursAt: `${days[1] ?? ''}T10:00:00+01:00`, capacity: 9 },
        { key: 'full', occursAt: `${days[1] ?? ''}T12:00:00+01:00`, capacity: 0 },
      ],
    },
  ],
  products: ['adult', 'child', 'all day'].map((type) => ({
    key: type.replace(' ', '-'),
    name: { en: `Across the Lake, ${type}` },
    tickets: [{ key: 'boat', name: { en: 'Boat' }, event: 'lake', dateAccess: type === 'all day' }],
    offers: days.map((date, index) => ({
      date,
      price: '8.00',
      capacity: type !== 'all day' ? null : index === 0 ? 0 : 9,
    })),
  })),
});

const button = 'Join the waiting list';

/** The page of the boats. */
async function openCalendar(page: Page): Promise<void> {
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Lake Boats');
  await follow(page, 'Across the Lake');
  await page.waitForURL(/events/);
}

/** Fills in the form for the waiting list, and sends it. */
async function join(page: Page, email: string): Promise<void> {
  const list = page.getByRole('region', { name: button });
  await list.getByLabel('E-mail address').fill(email);
  await list.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Your place in line' })).toBeVisible();
}

test.beforeAll(async () => {
  shop = await startOwnPrograms();
  await importProgramme(shop, programme, [
    '--catalog',
    'walls',
    '--name',
    'Open Walls',
    '--timezone',
    'Europe/London',
  ]);
  await importProgramme(shop, lake);
});
test.afterAll(() => shop.stop());

/** The form of one of the days; resolves to its address. */
async function openOffer(page: Page, day: string): Promise<string> {
  await page.goto(`${shop.programs.storefrontUrl}/en`);
  await follow(page, 'Open Walls');
  await follow(page, 'A Walk along the Walls');
  await page.waitForURL(/events/);
  await page.goto(`${page.url().split('?')[0] ?? ''}?date=${day}`);
  await chooseTime(page);
  return (await offerAddress(page)).split('?')[0] ?? '';
}

/** Holds both places of a day; resolves to the address of their form. */
async function holdBoth(page: Page, day: string): Promise<string> {
  const offer = await openOffer(page, day);
  await quantityField(page).fill('2');
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  return offer;
}

/** Opens the form of places that somebody else holds. */
async function openHeld(page: Page, offer: string): Promise<void> {
  await expect(async () => {
    await page.goto(offer);
    await expect(page.locator('main')).toContainText('All held at the moment', { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
}

async function linkMailed(email: string, subject: RegExp): Promise<string> {
  const found = async () =>
    (await mailsTo(email, shop.programs.demoUrl)).find((mail) => subject.test(mail.subject));
  await expect.poll(found, { timeout: 60_000 }).toBeDefined();
  const link = /https?:\/\/\S+\/waiting-list\/\S+/.exec((await found())?.text ?? '')?.[0];
  if (link === undefined) throw new Error('the e-mail has no link');
  return link;
}

for (const [index, javaScriptEnabled] of [true, false].entries()) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a form that was opened while all tickets were held says that there are some now', async ({
      page,
      desk,
    }) => {
      const offer = await holdBoth(desk, days[index] ?? '');
      await openHeld(page, offer);
      await desk
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await expect(desk.getByRole('heading', { name: 'You hold no tickets now' })).toBeVisible();
      const list = page.getByRole('region', { name: button });
      await list.getByLabel('E-mail address').fill(`stale-${index}@example.test`);
      await list.getByRole('button', { name: button }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'not on the list yet' })).toContainText(
        'There are enough tickets at the moment',
      );
      await expect(page.getByRole('button', { name: w.hold })).toBeVisible();
      await expect(list).toHaveCount(0);
    });

    test('who waits for tickets that are all held gets an e-mail, and buys them', async ({ page, desk }) => {
      const email = `waiting-${index}@example.test`;
      const offer = await holdBoth(desk, days[index] ?? '');
      await openHeld(page, offer);
      const list = page.getByRole('region', { name: 'Join the waiting list' });
      await list.getByLabel('How many tickets?').fill('2');
      await list.getByLabel('E-mail address').fill('nobody');
      await list.getByRole('button', { name: 'Join the waiting list' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'not on the list yet' })).toBeVisible();
      await expect(list.getByLabel('How many tickets?')).toHaveValue('2');
      await list.getByLabel('E-mail address').fill(email);
      await list.getByRole('button', { name: 'Join the waiting list' }).click();
      await expect(page.getByRole('heading', { name: 'Your place in line' })).toBeVisible();

      const place = await linkMailed(email, /^You are on the waiting list/);
      await page.goto(place);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the waiting list');

      await desk
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      expect(await linkMailed(email, /^Held for you until/)).toBe(place);
      await page.goto(place);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Held for you until \d\d:\d\d$/);
      await page.getByRole('button', { name: 'Continue with these tickets' }).click();
      await page.waitForURL(/checkout/);
      await fillDetails(page, email, w);
      await page.getByRole('button', { name: w.orderFree }).click();
      await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
      await page.goto(place);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have used this place');

      // Sold now: somebody else joins, and leaves by the link.
      await page.goto(offer);
      const other = `leaving-${index}@example.test`;
      await list.getByLabel('E-mail address').fill(other);
      await list.getByRole('button', { name: 'Join the waiting list' }).click();
      await expect(page.getByRole('heading', { name: 'Your place in line' })).toBeVisible();
      await page.getByRole('link', { name: 'Enter another address or time' }).click();
      await expect(list.getByLabel('E-mail address')).toHaveValue('');
      await page.goto(await linkMailed(other, /^You are on the waiting list/));
      await page.getByRole('button', { name: 'Leave the waiting list' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'You are no longer on the waiting list',
      );
    });

    test('who wants a time of a day that is sold out comes to its waiting list', async ({ page }) => {
      await openCalendar(page);
      await page.getByRole('link', { name: / 5 June.*, sold out$/ }).click();
      const times = page.locator('#times');
      await expect(times.getByText('Cancelled')).toBeVisible();
      await expect(times.getByRole('link')).toHaveCount(2);
      await times.getByRole('link', { name: `${button} 12:00` }).click();
      const tickets = page.locator('#tickets');
      await expect(tickets).toContainText('This time is sold out.');
      if (javaScriptEnabled) await check(page);
      await tickets.getByRole('link', { name: `${button} Across the Lake, child` }).click();
      await page.waitForURL(/offers/);
      const time = page.getByLabel('Time for Boat');
      await expect(time.getByRole('option', { selected: true })).toHaveText('12:00');
      await join(page, `time-${index}@example.test`);
      await linkMailed(`time-${index}@example.test`, /^You are on the waiting list/);
    });

    test('a time without places is linked with its waiting list in the form of the tickets', async ({
      page,
    }) => {
      await openCalendar(page);
      await openDay(page, 0);
      await page.goto(await offerAddress(page));
      await page.getByRole('link', { name: `${button} 12:00` }).click();
      await page.waitForURL(/session=.*#waiting-list/);
      if (javaScriptEnabled) await check(page);
      await join(page, `form-${index}@example.test`);
    });

    test('who wants a ticket for a day that is sold out comes to its waiting list', async ({ page }) => {
      await openCalendar(page);
      const soldOut = page.getByRole('link', { name: / 5 June.*, sold out$/ });
      await soldOut.click();
      await follow(page, 'Across the Lake, all day');
      await page.waitForURL(/products/);
      await soldOut.click();
      await expect(page.locator('#tickets')).toContainText(/5 June.*No tickets are left/);
      if (javaScriptEnabled) await check(page);
      await page.getByRole('link', { name: `${button} Across the Lake, all day` }).click();
      await page.waitForURL(/offers/);
      await join(page, `day-${index}@example.test`);
    });
  });
}

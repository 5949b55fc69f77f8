import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { importProgramme } from './import-programme';
import { test } from './recorded';
import { address, follow } from './shop';
import { startOwnPrograms } from './start-programs';

const shop = () => address('E2E_SHOP');
const sections = (page: Page) => page.getByRole('main').getByRole('region');
const results = (page: Page) => page.getByRole('region', { name: /events?$|^Nothing found$/ });
const chosen = (page: Page) =>
  page.getByRole('list', { name: 'Quick filters' }).locator('[aria-current=true]');

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('a visitor sees what is on, and chooses days by links and by a date', async ({ page }) => {
      await page.goto(`${shop()}/en`);
      const first = sections(page).first();
      await expect(first.getByRole('heading', { level: 2 })).toHaveText(/^(Today|\w+ \d+ \w+)/);
      const cards = first.getByRole('listitem');
      expect(await cards.count()).toBeGreaterThan(0);
      for (const card of await cards.all()) await expect(card).toContainText(/€|Free/);
      await expect(page.getByRole('region', { name: 'Organisers' }).getByRole('listitem')).toHaveCount(3);

      await page.getByRole('link', { name: 'This weekend', exact: true }).click();
      await page.waitForURL(/search\?day=weekend$/);
      await expect(chosen(page)).toHaveText([/^This weekend/]);
      await page.getByRole('link', { name: 'With tickets left' }).click();
      await page.waitForURL(/search\?day=weekend&tickets=left$/);
      await expect(chosen(page)).toHaveText([/^This weekend/, /^With tickets left/]);
      await page.getByRole('link', { name: 'Remove: This weekend' }).click();
      await page.waitForURL(/search\?tickets=left$/);
      await expect(results(page)).not.toContainText('Sold out');

      await page.goto(`${shop()}/en`);
      await page.getByLabel('On a day').fill('2098-03-10');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/search\?.*day=2098-03-10/);
      await expect(page.getByRole('heading', { level: 2, name: 'Nothing found' })).toBeVisible();
    });

    test('what is on leads to its page', async ({ page }) => {
      await page.goto(`${shop()}/en`);
      const name = await sections(page).first().getByRole('heading', { level: 3 }).first().innerText();
      await follow(page, name);
      await page.waitForURL(/\/events\//);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    });

    test('who comes from a list of a day can buy tickets of that day', async ({ page }) => {
      await page.goto(`${shop()}/en/search?day=weekend&tickets=left`);
      const card = results(page).getByRole('listitem').filter({ hasText: 'The Great Bend' });
      const day = /\w{3} \d+ \w{3}/.exec(await card.innerText())?.[0] ?? '';
      const [weekday = '', date = ''] = day.split(' ');
      await card.getByRole('link').click();
      await page.waitForURL(/\/events\/.*date=/);
      const title = page.locator('#times').getByRole('heading', { level: 3 });
      await expect(title).toContainText(new RegExp(`${weekday}\\w+ ${date} `));
      await expect(page.getByRole('heading', { name: /^Tickets/ })).toContainText(` ${date} `);
    });
  });
}

/** Of next year: near days have none of its events. */
const summer = `${new Date().getFullYear() + 1}-07-04`;
const programme = {
  '@context': 'https://schema.org',
  '@graph': ['Mill', 'Tower', 'Bridge', 'Gate', 'Chapel', 'Well', 'Barn', 'Quarry'].map((name) => ({
    '@type': 'Event',
    identifier: name,
    name: `The ${name}`,
    startDate: `${summer}T14:00:00+01:00`,
    isAccessibleForFree: true,
    location: { '@type': 'Place', name: `The ${name}`, address: '1 Wall Street' },
    subEvent: [
      {
        '@type': 'Event',
        name: `The ${name}`,
        startDate: `${summer}T14:00:00+01:00`,
        maximumAttendeeCapacity: 20,
      },
    ],
  })),
};

test('the dates of a programme far away can be chosen, too', async ({ page }) => {
  const own = await startOwnPrograms();
  try {
    const options = ['--catalog', 'summer', '--name', 'Open Doors', '--timezone', 'Europe/London'];
    await importProgramme(own, programme, options);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${own.programs.storefrontUrl}/en`);
    await follow(page, 'Open Doors');
    await page.waitForURL(/catalogs/);
    await expect(results(page).getByRole('heading', { level: 3 })).toHaveCount(8);
    await check(page);
    await page.getByRole('link', { name: 'This weekend', exact: true }).click();
    await page.waitForURL(/day=weekend/);
    await expect(page.getByRole('link', { name: /^The next day: .* 4 July/ })).toBeVisible();
    await page.getByText('Dates and filters').click();
    await page.getByLabel('From').fill(summer);
    await page.waitForURL((url) => url.searchParams.get('from') === summer);
    await expect(results(page).getByRole('heading', { level: 3 })).toHaveCount(8);
  } finally {
    await own.stop();
  }
});

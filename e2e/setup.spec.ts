import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { chooseTime, follow, holdAndPay, openDay, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop, because staff write what it sells.

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.describe.configure({ timeout: 180_000 });
test.beforeAll(async () => {
  shop = await startOwnPrograms();
});
test.afterAll(() => shop.stop());

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Counts what an organiser has to do: clicks, and fields that are filled in. */
function counting(desk: Page) {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    press: async (name: string | RegExp) => {
      count.clicks += 1;
      await desk.getByRole('main').getByRole('button', { name }).first().click();
    },
    follow: async (name: string | RegExp) => {
      count.clicks += 1;
      await desk.getByRole('link', { name }).first().click();
    },
    tick: async (name: string) => {
      count.clicks += 1;
      await desk.getByLabel(name, { exact: true }).first().check();
    },
    fill: async (name: string | RegExp, text: string) => {
      count.fields += 1;
      await desk.getByLabel(name).and(desk.locator('input, textarea')).first().fill(text);
    },
  };
}

const heading = (desk: Page) => desk.getByRole('heading', { level: 1 });

/** A result that the page tells; beside it may be that of the step before. */
const isTold = (desk: Page, text: string) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible();

const openSetup = async (desk: Page) => {
  await signIn(desk, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  await desk.getByRole('link', { name: 'Programme', exact: true }).click();
  await expect(heading(desk)).toHaveText('Programme');
};

/** A catalogue with an event that has a place and no session; stands on the page where sessions are added. */
async function beginCatalog(desk: Page, name: string, does = counting(desk)) {
  await does.follow('New catalogue');
  await does.fill('Name', name);
  await does.fill('Name of the organiser', 'Quay concerts SAS');
  await does.press('Begin');
  await expect(heading(desk)).toHaveText(name);
  await expect(desk.getByRole('region', { name: 'What is missing' })).toContainText('There is no event yet.');
  await does.follow('Add an event');
  await does.fill('Name', `Evening on the ${name}`);
  await does.fill('Name of the place', 'Quay 3');
  await does.press('Save');
  await expect(heading(desk)).toHaveText(`Evening on the ${name}: Add sessions`);
  return does;
}

async function addSeries(does: ReturnType<typeof counting>, days: number, except: string) {
  await does.fill('Times', '18:00, 20.30');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await does.tick(day);
  await does.fill('First day', daysAhead(2));
  await does.fill('Last day', daysAhead(days + 1));
  await does.fill(/^Except on these days/, except);
  await does.fill(/^Duration in minutes/, '90');
  await does.fill(/^Places for each session/, '40');
  await does.press('Show what it would do');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('from an empty catalogue to the first ticket sold', async ({ page: desk, browser }) => {
      const name = javaScriptEnabled ? 'quay' : 'pier';
      await openSetup(desk);
      const does = await beginCatalog(desk, name);
      await addSeries(does, 14, daysAhead(4));
      await isTold(desk, '26 new sessions on 13 days');
      await does.press('Put it into the draft');
      await expect(heading(desk)).toHaveText(`Evening on the ${name}: Sessions`);
      await does.follow(`Back to ${name}`);
      await expect(desk.getByRole('region', { name: 'What is missing' })).toContainText(
        'There is no tariff yet.',
      );
      await does.follow('Add a tariff');
      // Nothing is saved while something is wrong, and what was typed stays.
      await desk.getByLabel('Name', { exact: true }).fill('Adult');
      await desk.getByLabel('Price in euros').fill('twelve');
      await desk.getByRole('button', { name: 'Save' }).click();
      const problem = desk.getByRole('main').getByRole('alert');
      await expect(problem).toContainText('Price in euros: this can’t be used as it was typed.');
      await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('Adult');
      if (javaScriptEnabled) await check(desk);
      await does.fill('Price in euros', '12,50');
      await does.press('Save');
      await expect(desk.getByRole('region', { name: 'What is missing' })).toContainText(
        'This tariff has no VAT rate: invoices say “not stated”. It can be published so.',
      );
      if (javaScriptEnabled) await check(desk);
      await does.press('Publish now');
      await isTold(desk, 'It is published');
      // The name of the tariff is one more, typed above.
      expect(does.count).toEqual({ clicks: 17, fields: 11 });
      const link = desk.getByRole('link', { name: 'See it in the shop' });
      const customer = await (await browser.newContext()).newPage();
      await customer.goto(`${shop.programs.storefrontUrl}${(await link.getAttribute('href')) ?? ''}`);
      await follow(customer, `Evening on the ${name}`);
      await customer.waitForURL(/events/);
      await openDay(customer, 1);
      await chooseTime(customer);
      await holdAndPay(customer, `${name}@example.test`, words.en);
      await expect(customer.getByRole('main')).toContainText(`Evening on the ${name}`);
      await customer.context().close();
      // That tickets were sold is said before their session is removed.
      await does.press('Change it');
      await does.follow('Sessions');
      await desk.locator('#many-act').selectOption('remove');
      await does.press('Show what it would do');
      await isTold(desk, 'Tickets were sold for one of these sessions: 1 ticket.');
      if (javaScriptEnabled) await check(desk);
    });
  });
}

test('a season of 60 sessions is changed, published, undone, and downloaded as a feed', async ({
  page: desk,
}) => {
  await openSetup(desk);
  const does = await beginCatalog(desk, 'mole');
  await addSeries(does, 31, daysAhead(4));
  await isTold(desk, '60 new sessions on 30 days');
  await does.press('Put it into the draft');
  await expect(heading(desk)).toHaveText('Evening on the mole: Sessions');
  // An answer to one form is no answer to the next one, which is refused.
  await expect(desk.getByRole('main').getByRole('status')).toContainText('It is saved in the draft');
  await does.press('Move it');
  await expect(desk.getByRole('main').getByRole('alert')).toContainText('Nothing was saved');
  await expect(desk.getByText('It is saved in the draft')).toBeHidden();
  await does.follow('Back to mole');
  await does.follow('Add a tariff');
  await does.fill('Name', 'Adult');
  await does.fill('Price in euros', '10');
  await does.press('Save');
  await does.press('Publish now');
  await isTold(desk, 'It is published');

  // A week is taken out.
  await does.press('Change it');
  await does.follow('Sessions');
  await does.follow('Block days, copy a season');
  await desk.locator('#block-from').fill(daysAhead(10));
  await desk.locator('#block-until').fill(daysAhead(16));
  await does.press('Show what it would do');
  await isTold(desk, '14 sessions would be removed on 7 days');
  await does.press('Put it into the draft');
  await expect(desk.getByRole('region', { name: 'Publish', exact: true })).toContainText(
    'Sessions: 0 added, 0 changed, 14 removed',
  );
  await does.press('Publish now');
  await expect(desk.getByRole('region', { name: 'What was published' }).getByRole('row')).toHaveCount(3);

  // Undo: the first revision becomes the draft, and is published.
  await does.press(/^Bring back/);
  await expect(desk.getByRole('region', { name: 'Publish', exact: true })).toContainText(
    'Sessions: 0 added, 14 changed, 0 removed',
  );
  await does.press('Publish now');
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Download as a feed' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const feed = JSON.parse(text) as { events: { sessions: unknown[] }[] };
  expect(feed.events[0]?.sessions).toHaveLength(60);
  // The feeds of programs are refused while people write the catalogue.
  await desk.goto(`${shop.programs.storefrontUrl}/en/staff/catalogs`);
  await desk
    .getByLabel('Feed as a JSON file')
    .setInputFiles({ name: 'mole.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await desk.getByRole('button', { name: 'Show what would change' }).click();
  await expect(desk.getByRole('main')).toContainText('$.catalog.key');
});

test('what somebody else has written meanwhile is not lost, and neither is what was typed', async ({
  page: desk,
  browser,
}) => {
  await openSetup(desk);
  await beginCatalog(desk, 'weir');
  await desk.getByRole('link', { name: 'Back to weir' }).click();
  await desk.getByRole('link', { name: 'Name and organiser' }).click();
  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  await other.goto(desk.url());
  await other.getByLabel('Address', { exact: false }).first().fill('3 quay, Lyon');
  await other.getByRole('button', { name: 'Save' }).click();
  await isTold(other, 'It is saved in the draft');
  await desk.getByLabel('Name', { exact: true }).fill('Old weir');
  await desk.getByRole('button', { name: 'Save' }).click();
  const problem = desk.getByRole('main').getByRole('alert');
  await expect(problem).toContainText('Somebody else has saved this, too.');
  // What was not typed here is what the other one wrote.
  await expect(desk.getByLabel('Address', { exact: false }).first()).toHaveValue('3 quay, Lyon');
  await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('Old weir');
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(heading(desk)).toHaveText('Old weir');
  await desk.getByRole('link', { name: 'Name and organiser' }).click();
  await expect(desk.getByLabel('Address', { exact: false }).first()).toHaveValue('3 quay, Lyon');
  await desk.getByRole('link', { name: 'Back to Old weir' }).click();
  // What was not seen is not discarded, also when it is asked for twice.
  await other.getByRole('link', { name: 'Name and organiser' }).click();
  await other.getByRole('button', { name: 'Save' }).click();
  await isTold(other, 'It is saved in the draft');
  for (const attempt of ['first', 'second']) {
    await desk.getByLabel('Yes, do it').check();
    await desk.getByRole('button', { name: 'Discard what was written' }).click();
    await expect(problem, attempt).toContainText('Load this page again to see it first.');
  }
  await other.context().close();
});

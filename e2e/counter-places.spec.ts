import { expect } from '@playwright/test';
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

const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

test('a place that only the counter sells is sold out in the shop, and sold at the counter', async ({
  page: desk,
  browser,
}) => {
  const address = shop.programs.storefrontUrl;
  await signIn(desk, 'admin@demo.test', 'demo-admin', address);
  await desk.goto(`${address}/en/staff/setup/new`);
  const main = desk.getByRole('main');
  const fill = (name: string | RegExp, text: string) =>
    main.getByLabel(name).and(desk.locator('input, textarea')).first().fill(text);
  const press = (name: string) => main.getByRole('button', { name }).first().click();
  await fill('Name', 'ferry');
  await fill('Name of the organiser', 'Ferries SAS');
  await press('Begin');
  await desk.getByRole('link', { name: 'Add an event' }).first().click();
  await fill('Name', 'The ferry');
  await fill('Name of the place', 'Quay 3');
  await press('Save');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('The ferry: Add sessions');
  await fill('Times', '18:00');
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
    await main.getByLabel(name, { exact: true }).first().check();
  await fill('First day', day);
  await fill('Last day', day);
  await fill(/^Places for each session/, '2');
  // More than there are places: it says so at the field, and keeps what was typed.
  await fill(/^Of these, only for the counter/, '3');
  await fill(/^Sold to everybody so many minutes before/, '60');
  await press('Show what it would do');
  await expect(main.getByRole('alert').first()).toContainText('Of these, only for the counter');
  await expect(main.getByLabel(/^Sold to everybody so many minutes before/).first()).toHaveValue('60');
  await fill(/^Of these, only for the counter/, '1');
  await press('Show what it would do');
  await expect(desk.getByRole('status').filter({ hasText: '1 for the counter only' })).toBeVisible();
  await check(desk);
  await press('Put it into the draft');
  await desk.getByRole('link', { name: 'Back to ferry' }).click();
  await desk.getByRole('link', { name: 'Add a tariff' }).first().click();
  await fill('Name', 'Adult');
  await fill('Price in euros', '12,50');
  await press('Save');
  await press('Publish now');
  const link = desk.getByRole('link', { name: 'See it in the shop' });
  const inShop = `${address}${(await link.getAttribute('href')) ?? ''}`;

  const customer = await (await browser.newContext()).newPage();
  await customer.goto(inShop);
  await follow(customer, 'The ferry');
  await customer.waitForURL(/events/);
  const page = customer.url();
  await openDay(customer, 0);
  await chooseTime(customer);
  await holdAndPay(customer, 'ferry@example.test', words.en);
  await expect(async () => {
    await customer.goto(page);
    await expect(customer.getByRole('main')).toContainText(/sold out/i, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await customer.context().close();

  await desk.goto(`${address}/en/staff/counter?date=${day}`);
  const tile = desk.getByRole('link', { name: /The ferry/ }).first();
  await expect(tile).toContainText('1 left');
  await expect(tile).toContainText('1 for the counter only');
  await tile.click();
  await desk.waitForURL(/session=/);
  await check(desk);
  await desk
    .getByRole('button', { name: / One more$/ })
    .first()
    .click();
  await desk.getByRole('button', { name: /^Exact cash/ }).click();
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  await desk.goto(`${address}/en/staff/counter?date=${day}`);
  await expect(desk.getByRole('link', { name: /The ferry/ }).first()).toContainText('sold out');
});

import { expect, type Page } from '@playwright/test';
import { check as accessible } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address, chooseTime, follow, holdAndPay, mailsTo, openDay, words } from './shop';

interface Bought {
  order: string;
  catalog: string;
  session: string;
}

/** Buys a boat ticket of a day on which no other journey buys. */
async function buy(page: Page, email: string, day: number): Promise<Bought> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, 'The Great Bend');
  await page.waitForURL(/events/);
  // Two weeks later.
  await page.getByRole('link', { name: 'Later days' }).click();
  await page.waitForURL(/from=/);
  await openDay(page, day);
  await chooseTime(page);
  const session = await page.locator('main form [name^="session."]').first().inputValue();
  const [, catalog = ''] = /catalogs\/([^/]+)\//.exec(page.url()) ?? [];
  await holdAndPay(page, email, words.en);
  return { order: page.url(), catalog, session };
}

/** An admin closes the sale of the session that one booking has tickets of. `start`: the page for its holders. */
async function closeSale(page: Page, start: string): Promise<void> {
  await page.goto(start);
  await expect(page.getByText('1 booking has valid tickets of this session.')).toBeVisible();
  await page.getByRole('link', { name: 'Close the sale' }).click();
  await page.getByLabel('Reason').fill('Storm');
  await page.getByLabel('Yes, change it').check();
  await page.getByRole('button', { name: 'Save the change' }).click();
  await expect(page.getByRole('status')).toBeVisible();
}

test('an admin cancels a session: sales close, everyone is refunded and told, and a reader can only look', async ({
  page,
  browser,
}) => {
  const email = 'storm@example.test';
  const customer = await browser.newContext();
  const first = await buy(await customer.newPage(), email, 9);
  await customer.close();
  await signIn(page, 'admin@demo.test', 'demo-admin');
  const start = `${address('E2E_SHOP')}/en/staff/events/new?catalog=${first.catalog}&session=${first.session}`;
  await closeSale(page, start);

  await page.goto(start);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Tick the box to confirm.');
  await expect(page.locator('input[name=confirmed]')).toHaveAccessibleDescription('Tick the box to confirm.');
  await page.getByLabel(/^Refund all/).check();
  await page.getByLabel('Your message to the holders').fill('A storm is coming.\nWe are sorry.');
  await page.getByLabel(/I want to do this/).check();
  await accessible(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/staff\/events\/[0-9a-f-]{36}/);
  await expect(page.getByRole('status').filter({ hasText: 'Finished' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /^Refunded/ })).toContainText('1');
  await accessible(page);
  await expect
    .poll(
      async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith('Tickets cancelled'))?.text,
    )
    .toContain('A storm is coming.');

  const reader = await browser.newContext();
  const other = await reader.newPage();
  await signIn(other, 'reader@demo.test', 'demo-reader');
  await other.getByRole('link', { name: 'Changes', exact: true }).click();
  await other
    .getByRole('link', { name: /The Great Bend/ })
    .first()
    .click();
  await expect(other.getByRole('row', { name: /^Refunded/ })).toContainText('1');
  await expect(other.getByRole('button', { name: 'Search for later bookings' })).toHaveCount(0);
  await other.goto(start);
  await expect(other.getByRole('button', { name: 'Start' })).toHaveCount(0);
  await reader.close();
});

test('an admin rebooks everyone to another session of the day: they have new tickets, and are told', async ({
  page,
  browser,
}) => {
  const email = 'rebooked@example.test';
  const customer = await browser.newContext();
  const own = await customer.newPage();
  const first = await buy(own, email, 12);
  await signIn(page, 'admin@demo.test', 'demo-admin');
  const start = `${address('E2E_SHOP')}/en/staff/events/new?catalog=${first.catalog}&session=${first.session}`;
  await closeSale(page, start);

  await page.goto(start);
  await page.getByLabel(/^Rebook all/).check();
  await page.getByLabel('Your message to the holders').fill('The boat leaves earlier.');
  await page.getByLabel(/I want to do this/).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('choose another session');
  await expect(page.locator('select[name=target]')).toHaveAccessibleDescription(/choose another session/);
  // What was typed is still there. "…, Sat 9 Jan, 14:30" is a day of "Saturday 9 January".
  const [, day = ''] =
    /, \w+( \d+ \w{3})/.exec(await page.getByRole('heading', { level: 1 }).innerText()) ?? [];
  const target = page
    .locator(`#target optgroup[label*="${day}"] option`)
    .filter({ hasNotText: 'no places left' })
    .first();
  const time = (await target.innerText()).slice(0, 5);
  await page.getByLabel('The other session').selectOption((await target.getAttribute('value')) ?? '');
  await page.getByLabel(/I want to do this/).check();
  await accessible(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/staff\/events\/[0-9a-f-]{36}/);
  await expect(page.getByText(/^To: The Great Bend/)).toContainText(time);
  await expect(page.getByRole('status').filter({ hasText: 'Finished' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /^Rebooked/ })).toContainText('1');
  await accessible(page);

  const news = async () =>
    (await mailsTo(email)).find(({ subject }) => subject.startsWith('News about'))?.text;
  await expect.poll(news).toContain('The boat leaves earlier.');
  expect(await news()).toContain(time);
  await own.goto(first.order);
  await expect(own.getByText('This ticket is not valid any more: it was exchanged.')).toHaveCount(1);
  await own
    .getByRole('link', { name: /^Exchanged for booking / })
    .first()
    .click();
  await own.waitForURL((url) => url.pathname !== new URL(first.order).pathname);
  await expect(own.getByRole('img', { name: /Code of ticket/ })).toHaveCount(1);
  await expect(own.locator('main')).toContainText(time);
  await customer.close();
});

import { expect, type Locator, type Page } from '@playwright/test';
import { check as accessible } from './accessible';
import { boatDay as day } from './boat-day';
import { signIn } from './desk';
import { test } from './recorded';
import { address, chooseTime, follow, holdAndPay, mailsTo, openDay, words } from './shop';

/** Clicks are counted from the search on; what is typed there, or scanned, ends with Enter. */
function clicks() {
  let count = 0;
  return {
    count: () => count,
    click: async (control: Locator) => {
      count += 1;
      await control.click();
    },
  };
}

const counter = (date: string) => `${address('E2E_SHOP')}/en/staff/counter?date=${date}`;

/** Sells two adults for the boat at 10:30 in cash; resolves to the booking number. */
async function sellTwo(desk: Page): Promise<string> {
  await desk.goto(counter(day()));
  await desk.getByRole('link', { name: /^10:30 ?The Great Bend/ }).click();
  await desk.waitForURL(/session=/);
  const more = desk.getByRole('button', { name: 'The Great Bend, adult: One more' });
  await more.click();
  await more.click();
  await desk.getByRole('button', { name: /^Exact cash €30\.00$/ }).click();
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  return /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await desk.locator('h1').innerText())?.[0] ?? '';
}

async function search(desk: Page, reference: string): Promise<Locator> {
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${reference}`);
  return desk
    .getByRole('row', { name: new RegExp(reference) })
    .getByRole('link', { name: reference })
    .first();
}

test('a sale is cancelled and paid back in cash with three clicks, and a second window pays nothing', async ({
  desk,
}) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const reference = await sellTwo(desk);
  const { click, count } = clicks();
  await click(await search(desk, reference));
  await click(desk.getByRole('link', { name: 'Cancel tickets' }));
  await desk.waitForURL(/\/cancel$/);
  await expect(desk.locator('input[name="unit"]')).toHaveCount(2);
  await accessible(desk);
  const second = await desk.context().newPage();
  await second.goto(desk.url());
  await click(desk.getByRole('button', { name: 'Cancel and pay back in cash' }));
  await expect(desk.getByRole('status').filter({ hasText: 'Paid back in cash: €30.00' })).toBeVisible();
  expect(count()).toBe(3);
  await expect(desk.locator('main')).toContainText('Refunded €30.00');
  await expect(desk.locator('main')).not.toContainText('Still to refund');
  await accessible(desk);
  await second.getByText('Another way', { exact: true }).click();
  await second.getByRole('button', { name: 'Cancel and pay back to the card' }).click();
  await expect(second.getByRole('main').getByRole('alert')).toContainText('It was paid back before');
  await second.close();
});

test('two tickets change to the next boat with four clicks: nothing is to be paid', async ({ desk }) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const reference = await sellTwo(desk);
  const { click, count } = clicks();
  await click(await search(desk, reference));
  await click(desk.getByRole('button', { name: 'Change the date of tickets' }));
  await desk.waitForURL(/\/staff\/counter\?catalog=/);
  // The day of the boats that all journeys use.
  await desk.goto(`${desk.url()}&date=${day()}`);
  const adults = desk.getByRole('spinbutton', { name: 'The Great Bend, adult' });
  await expect(adults).toHaveValue('2');
  const tile = desk.getByRole('link', { name: /The Great Bend/ }).last();
  await click(tile);
  await desk.waitForURL(/session=/);
  await expect(adults).toHaveValue('2');
  await accessible(desk);
  await click(desk.getByRole('button', { name: 'Exchange', exact: true }));
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  expect(count()).toBe(4);
  await expect(desk.getByText(`2 tickets of booking ${reference} are not valid any more`)).toBeVisible();
});

test('who has bought in the storefront and exchanges at the counter gets the new tickets by e-mail', async ({
  page,
  desk,
}) => {
  const email = 'exchanged-with-one-key@example.test';
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, 'The Great Bend');
  await page.waitForURL(/events/);
  await openDay(page, 3);
  await chooseTime(page);
  await holdAndPay(page, email, words.en);
  const id = /orders\/([^/?#]+)/.exec(page.url())?.[1] ?? '';
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}`);
  await desk.getByRole('button', { name: 'Change the date of tickets' }).click();
  await desk.waitForURL(/\/staff\/counter\?catalog=/);
  await desk.goto(`${desk.url()}&date=${day()}`);
  await desk
    .getByRole('link', { name: /The Great Bend/ })
    .last()
    .click();
  await desk.waitForURL(/session=/);
  await desk.getByRole('button', { name: 'Exchange', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  await expect
    .poll(async () =>
      (await mailsTo(email)).some(({ text }) => text?.includes('This booking replaces 1 ticket')),
    )
    .toBe(true);
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${email}`);
  await expect(desk.getByRole('main').getByRole('row').filter({ hasText: '1 of 1 valid' })).toHaveCount(1);
});

test('nothing is taken or given back for another number than the keys say, without scripts', async ({
  desk,
  browser,
}) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const reference = await sellTwo(desk);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await signIn(plain, 'staff@demo.test', 'demo-staff');
  await (await search(plain, reference)).click();
  await plain.getByRole('button', { name: 'Change the date of tickets' }).click();
  await plain.waitForURL(/\/staff\/counter\?catalog=/);
  await plain.goto(`${plain.url()}&date=${day()}`);
  await plain
    .getByRole('link', { name: /The Great Bend/ })
    .last()
    .click();
  await plain.waitForURL(/session=/);
  // Without scripts the keys say what they said at first: for another number nothing is taken or given.
  await plain.getByRole('spinbutton', { name: 'The Great Bend, adult' }).fill('1');
  await plain.getByRole('button', { name: 'Exchange', exact: true }).click();
  await plain.waitForURL(/\/counter\/sales\//);
  await expect(plain.getByRole('main').getByRole('alert').first()).toContainText('The total has changed');
  await expect(plain.locator('#held')).toContainText('€15.00');
  await context.close();
});

import { expect, type Locator, type Page } from '@playwright/test';
import { check as accessible } from './accessible';
import { boatDay as day } from './boat-day';
import { signIn } from './desk';
import { test } from './recorded';
import { address } from './shop';

/** A tap is counted; whatever else is done to the page is none. */
function taps() {
  let count = 0;
  return {
    count: () => count,
    tap: async (control: Locator) => {
      count += 1;
      await control.click();
    },
  };
}

test('two adults in cash are three taps, and the next sale is one more', async ({ desk }) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/counter?date=${day()}`);
  // What begins next is chosen already.
  await expect(desk.locator('main [aria-current]')).toHaveCount(1);
  await accessible(desk);
  // Nothing is chosen: the keys do nothing, and the page stays.
  await desk.getByRole('button', { name: 'Exact cash' }).dispatchEvent('click');
  await desk.getByLabel('Cash given').press('Enter');
  await expect(desk.getByRole('button', { name: 'Card terminal' })).toHaveAttribute('aria-disabled', 'true');
  expect(new URL(desk.url()).search).toBe(`?date=${day()}`);
  const { tap, count } = taps();
  const more = desk.getByRole('button', { name: / One more$/ }).first();
  await tap(more);
  await tap(more);
  const exact = desk.getByRole('button', { name: /^Exact cash €\d+\.\d\d$/ });
  const total = (await exact.innerText()).replace(/^[^€]*€/, '');
  const note = desk.getByRole('button', { name: /^€100 Change / });
  await expect(note).toHaveText(`€100Change €${(100 - Number(total)).toFixed(2)}`);
  await tap(exact);
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  expect(count()).toBe(3);
  expect(Number(total)).toBeGreaterThan(0);
  await expect(desk.locator('main dl').first()).toContainText(`€${total}`);
  await tap(desk.getByRole('link', { name: 'Next sale' }));
  await expect(desk.getByRole('heading', { level: 1, name: 'Counter' })).toBeVisible();
});

/** The tickets of a boat that leaves on the shown day. */
async function chooseBoat(desk: Page): Promise<void> {
  await desk.getByRole('link', { name: /^10:30 ?The Great Bend/ }).click();
  await desk.waitForURL(/session=/);
}

test('a boat and a child with a note, added to one sale; a card, without scripts', async ({
  desk,
  browser,
}) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/counter?date=${day()}`);
  await chooseBoat(desk);
  await desk.getByRole('button', { name: 'The Great Bend, adult: One more' }).click();
  await desk.getByRole('button', { name: 'Name, e-mail, voucher' }).click();
  await desk.waitForURL(/\/counter\/sales\//);
  const sale = desk.url();
  await desk.getByRole('link', { name: 'Add tickets' }).click();
  await desk.waitForURL(/sale=/);
  await desk.goto(`${desk.url()}&date=${day()}`);
  await chooseBoat(desk);
  await expect(desk.locator('#sale')).toContainText('1 × The Great Bend, adult');
  await desk.getByRole('button', { name: 'The Great Bend, child: One more' }).click();
  await desk.getByLabel('Cash given').fill('10');
  await expect(desk.locator('#change')).toHaveText(/^Still missing: €\d+\.\d\d$/);
  await desk.getByLabel('Cash given').press('Enter');
  await desk.getByLabel('Cash given').fill('thirty');
  await expect(desk.locator('#change')).toHaveText('Type the cash that was given, such as 50 or 50.00.');
  await desk.getByLabel('Cash given').press('Enter');
  await desk.getByLabel('Cash given').fill('30');
  await expect(desk.locator('#change')).toHaveText('Change €6.50');
  await desk.getByLabel('Cash given').press('Enter');
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  expect(desk.url().split('?')[0]).toBe(sale);
  await expect(desk.locator('main dl').first()).toContainText('€6.50');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await signIn(plain, 'staff@demo.test', 'demo-staff');
  await plain.goto(`${address('E2E_SHOP')}/en/staff/counter?date=${day()}`);
  // Nothing is chosen: nothing is sold.
  await chooseBoat(plain);
  await plain.getByRole('button', { name: 'Card terminal' }).click();
  await expect(plain.locator('#sale').getByText('Choose a number of tickets')).toBeVisible();
  // The page is the same one, with the boat that was chosen, and what was typed.
  await expect(plain.locator('main [aria-current]')).toContainText('The Great Bend');
  await plain.getByRole('spinbutton', { name: 'The Great Bend, child' }).fill('99');
  await plain.getByRole('button', { name: 'Card terminal' }).click();
  await expect(plain.locator('#problem')).toBeVisible();
  await expect(plain.getByRole('spinbutton', { name: 'The Great Bend, child' })).toHaveValue('99');
  await plain.getByRole('spinbutton', { name: 'The Great Bend, child' }).fill('1');
  await plain.getByRole('button', { name: 'Card terminal' }).click();
  await expect(async () => {
    await plain.reload();
    await expect(plain.getByRole('heading', { name: 'Sold' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await context.close();
});

test('a sale that is held is found again; who takes money for it in a second window is told', async ({
  desk,
}) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/counter?date=${day()}`);
  await chooseBoat(desk);
  await desk.getByRole('button', { name: 'The Great Bend, adult: One more' }).click();
  await desk.getByRole('button', { name: 'Name, e-mail, voucher' }).click();
  await desk.waitForURL(/\/counter\/sales\//);
  const sale = desk.url();
  await desk.goto(`${address('E2E_SHOP')}/en/staff/counter`);
  const held = desk.getByRole('region', { name: 'Held and not paid yet' });
  await held.locator(`a[href="${new URL(sale).pathname}"]`).click();
  await expect(desk).toHaveURL(sale);
  const second = await desk.context().newPage();
  await second.goto(sale);
  await desk.getByLabel('Card terminal').check();
  await desk.getByRole('button', { name: /^Take €/ }).click();
  await expect(desk.getByRole('heading', { name: 'Sold' })).toBeVisible();
  await second.getByLabel('Cash given').fill('50');
  await second.getByRole('button', { name: /^Take €/ }).click();
  await expect(second.getByRole('main').getByText('paid before', { exact: false }).first()).toBeVisible();
  await second.close();
});

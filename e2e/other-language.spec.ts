import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './recorded';
import { address, chooseFerry, chooseTime, fillDetails, follow, words } from './shop';

// The organisers of the demonstration have French and English texts; who reads German sees the English ones.

const w = words.en;
const inGerman = (page: Page) => page.goto(page.url().replace('/en/', '/de/'));

/** The language in which a screen reader reads this text. */
const languageOf = (text: Locator) =>
  text.evaluate((element) => element.closest('[lang]')?.getAttribute('lang') ?? '');

/** Expects that the texts are the organiser’s, and that they are marked as English. */
async function expectEnglish(texts: Locator[]): Promise<void> {
  for (const text of texts) {
    await expect(text.first()).toBeVisible();
    expect(await languageOf(text.first()), await text.first().innerText()).toBe('en');
  }
}

test('texts of an organiser in another language are announced as such, until the tickets', async ({
  page,
}) => {
  await chooseFerry(page, address('E2E_SHOP'));
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await inGerman(page);
  const held = page.locator('#held');
  await expectEnglish([
    held.getByText('The Ferry, there and back'),
    held.getByText('La Ligne d’Eau'),
    held.getByText('Ponton des Indienneurs'),
  ]);
  expect(await languageOf(held.getByRole('heading'))).toBe('de');
  expect(await languageOf(held.locator('time').first())).toBe('de');
  await page.goBack();
  await fillDetails(page, 'german@example.test', w);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  await inGerman(page);
  const ticket = page.locator('.printed-ticket').first();
  await expectEnglish([
    ticket.getByRole('heading'),
    ticket.getByText('La Ligne d’Eau'),
    ticket.getByText('Quai des Indienneurs, 49999 Saint-Elme-sur-Loire'),
    ticket.getByText('The Ferry, there and back'),
    page.getByRole('region', { name: 'Ihre Bestellung', exact: true }).getByText('The Ferry, there and back'),
  ]);
  expect(await languageOf(ticket.locator('time'))).toBe('de');
  await page.goto(`${address('E2E_SHOP')}/de/orders`);
  await expectEnglish([page.getByRole('main').getByText('The Ferry, there and back')]);
});

test('the questions of an organiser are announced in its language, and what the shop adds is not', async ({
  page,
}) => {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'The Lock Theatre');
  await follow(page, 'Table for Twelve');
  await chooseTime(page);
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await inGerman(page);
  const questions = page.locator('form label [lang], form legend [lang]');
  expect(await questions.count()).toBeGreaterThan(5);
  for (const question of await questions.all()) expect(await question.getAttribute('lang')).toBe('en');
  const title = page
    .locator('legend')
    .filter({ hasText: /^Table for Twelve, with supper: was der Veranstalter wissen muss$/ });
  expect(await languageOf(title)).toBe('de');
  expect(await languageOf(title.getByText('Table for Twelve, with supper', { exact: true }))).toBe('en');
  await expect(questions.filter({ hasText: 'Name on the place card' }).first()).toBeVisible();
  expect(await languageOf(page.getByText('(optional)').first())).toBe('de');
});

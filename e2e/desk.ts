import type { Page } from '@playwright/test';
import { address, chooseTime, follow, holdAndPay, openDay, words } from './shop';

/** Buys a guided tour; resolves to the booking number. */
export async function buy(page: Page, email: string): Promise<string> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'Lormeau Museum');
  await follow(page, 'The Stores by Lamplight');
  await page.waitForURL(/events/);
  await openDay(page, 1);
  await chooseTime(page);
  await holdAndPay(page, email, words.en);
  const text = await page.locator('main').innerText();
  const [reference] = text.match(/(?<!-)\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}\b(?!-)/) ?? [];
  if (reference === undefined) throw new Error(`no booking number in: ${text}`);
  return reference;
}

/** Signs in at the staff pages. */
export async function signIn(
  page: Page,
  email: string,
  password: string,
  shopUrl = address('E2E_SHOP'),
): Promise<void> {
  await page.goto(`${shopUrl}/en/staff`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await typePassword(page, email, password);
  await page.waitForURL(/\/staff/);
}

/** On the page of the identity provider. */
async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.waitForURL(/\/sign-in\//);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/password/i).fill(password);
  await page.getByRole('button', { name: /sign in/i }).click();
}

/** What who exports customers does before: the password is asked for again. */
export async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Sign in again to export customers' }).click();
  await typePassword(page, email, password);
  await page.waitForURL((url) => url.pathname === pathname);
}

/** Signs out of the staff pages, and at the identity provider, which asks whether to. */
export async function signOut(page: Page): Promise<void> {
  await page.locator('header summary').filter({ hasText: 'Account:' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/session\/end/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/staff/);
}

import { type Browser, expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn, signOut } from './desk';
import { test } from './recorded';
import { address } from './shop';

const team = () => `${address('E2E_SHOP')}/en/staff/team`;

/** Signed in with a browser that no other test has, without scripts: other tests use the same person at the same time. */
async function doorWithEdge(browser: Browser): Promise<Page> {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
  const page = await (await browser.newContext({ javaScriptEnabled: false, userAgent })).newPage();
  await signIn(page, 'door@demo.test', 'demo-door');
  return page;
}

async function expectSignedOut(page: Page): Promise<void> {
  await page.goto(team());
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
}

const end = 'End the sign-in of Dana Door: Edge, Windows';

test('staff end a sign-in of their own elsewhere, and an admin ends that of another', async ({
  desk,
  browser,
}) => {
  const first = await doorWithEdge(browser);
  await signIn(desk, 'door@demo.test', 'demo-door');
  await desk.locator('header summary').filter({ hasText: 'Account:' }).click();
  await desk.getByRole('link', { name: 'Your sign-ins' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Your sign-ins' })).toBeVisible();
  await expect(desk.getByText('(this one)')).toHaveCount(1);
  await check(desk);
  await desk.getByRole('button', { name: end }).click();
  await expect(desk.getByRole('status')).toContainText('1 sign-in was ended.');
  await expect(desk.getByRole('button', { name: end })).toHaveCount(0);
  await expectSignedOut(first);
  await first.context().close();

  const second = await doorWithEdge(browser);
  await second.goto(team());
  await expect(second.getByText('Edge, Windows (this one)')).toBeVisible();
  await expect(second.getByText('Sign-ins of others')).toHaveCount(0);
  await signOut(desk);
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(team());
  await check(desk);
  await desk.getByRole('button', { name: end }).click();
  await expect(desk.getByRole('status')).toContainText('1 sign-in was ended.');
  await expectSignedOut(second);
  await second.context().close();
});

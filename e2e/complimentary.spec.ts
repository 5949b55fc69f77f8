import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { boatDay as day } from './boat-day';
import { signIn, signOut } from './desk';
import { test } from './recorded';
import { address } from './shop';

/** Holds one adult of the boats for a sale, and opens the sale’s page. */
async function holdForSale(desk: Page): Promise<void> {
  await desk.goto(`${address('E2E_SHOP')}/en/staff/counter?date=${day()}`);
  const catalog = desk.getByRole('region', { name: 'La Ligne d’Eau, River Boats' });
  await catalog.getByText('All products of the day').click();
  await catalog.getByRole('link', { name: 'The Great Bend, adult' }).first().click();
  await desk.waitForURL(/\/staff\/counter\/[0-9a-f-]{36}\//);
  await desk.locator('input[name^="session."]').and(desk.locator(':enabled')).last().check();
  await desk.getByRole('spinbutton').first().fill('1');
  await desk.getByRole('button', { name: 'Hold these tickets' }).click();
  await desk.waitForURL(/\/counter\/sales\//);
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an admin gives a ticket for free, with a reason; staff without the permission can’t', async ({
    desk,
  }) => {
    test.slow();
    await signIn(desk, 'admin@demo.test', 'demo-admin');
    await holdForSale(desk);
    await desk.getByText('Give these tickets for free').click();
    await desk.getByRole('button', { name: 'Make them free' }).click();
    const reason = desk.getByLabel('Who gets them, and why');
    await expect(reason).toHaveAccessibleDescription(/Write who gets them and why/);
    await reason.fill('Press, opening of the season');
    await desk.getByRole('button', { name: 'Make them free' }).click();
    await expect(desk.getByText('Give these tickets for free')).toHaveCount(0);
    await expect(desk.locator('input[name=total]')).toHaveValue('0.00');
    await desk.getByLabel('First name').fill('Ada');
    await desk.getByLabel('Last name').fill('Lovelace');
    await desk.locator('form:has(input[name=total])').getByRole('button').last().click();
    await expect(desk.getByRole('link', { name: /Tickets as PDF/ })).toBeVisible({ timeout: 30_000 });
    await signOut(desk);

    await signIn(desk, 'staff@demo.test', 'demo-staff');
    await holdForSale(desk);
    await expect(desk.getByText('Give these tickets for free')).toHaveCount(0);
  });
});

test('the form that gives tickets for free can be used by everybody', async ({ desk }) => {
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await holdForSale(desk);
  await desk.getByText('Give these tickets for free').click();
  await desk.getByRole('button', { name: 'Make them free' }).click();
  await expect(desk.getByLabel('Who gets them, and why')).toBeVisible();
  await check(desk);
});

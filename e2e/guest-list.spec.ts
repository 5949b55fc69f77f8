import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { boatDay as day } from './boat-day';
import { signIn } from './desk';
import { test } from './recorded';
import { address } from './shop';

/** From the last session of the boats of a day to its guest list. */
async function openForm(desk: Page): Promise<void> {
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/today?day=${day()}`);
  await desk.locator('main a[href*="/staff/today/"]').filter({ hasText: 'The Great Bend' }).last().click();
  await desk.getByRole('link', { name: 'Guest list' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Guest list' })).toBeVisible();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('guests are typed, looked at and booked; the list of the session has their names', async ({
    desk,
  }) => {
    test.slow();
    await openForm(desk);
    const names = desk.getByLabel('Guests, one on each line');
    const reason = desk.getByLabel('Who gets them, and why');
    const unique = `Lovelace${Date.now().toString(36).replaceAll(/\d/g, 'x')}`;
    await names.fill(`Ada ${unique}; 2\n\nAlan Turing; many tickets; x@`);
    await reason.fill('Opening night');
    await desk.getByRole('button', { name: 'Read the list' }).click();
    await expect(names).toHaveAccessibleDescription(/Line 3: /);
    await expect(reason).toHaveValue('Opening night');
    await names.fill(`Ada ${unique}; 2\nGrace ${unique}\tgrace@example.test`);
    await desk.getByRole('button', { name: 'Read the list' }).click();
    await desk.waitForURL(/\/staff\/guest-lists\//);
    await expect(desk.getByText('2 guests, 3 tickets')).toBeVisible();
    await expect(desk.getByText('Nothing was made yet.')).toBeVisible();
    await desk.getByRole('button', { name: 'Make 2 bookings' }).click();
    await expect(async () => {
      await desk.reload();
      await expect(desk.getByText('2 made, 0 waiting, 0 not made')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });

    await desk.getByRole('link', { name: 'Back to the list' }).click();
    await expect(desk.getByRole('row', { name: unique })).toHaveCount(3);
  });
});

test('the pages of a guest list can be used by everybody', async ({ desk }) => {
  await openForm(desk);
  await desk.getByLabel('Guests, one on each line').fill('Ada Lovelace\nAda Lovelace');
  await desk.getByLabel('Who gets them, and why').fill('Press');
  await check(desk);
  await desk.getByRole('button', { name: 'Read the list' }).click();
  await expect(desk.getByText('These names are on the list more than once')).toBeVisible();
  await check(desk);
});

import { expect, type Page } from '@playwright/test';
import { signIn } from './desk';
import { test } from './recorded';
import { askForFerry, chooseFerry, words } from './shop';
import { startOwnPrograms } from './start-programs';

// A separate shop with waiting rooms, which staff open.

const w = words.en;
let shop: Awaited<ReturnType<typeof startOwnPrograms>>;

test.beforeAll(async () => {
  shop = await startOwnPrograms({ WAITING_ROOM: 'scheduled' });
});
test.afterAll(() => shop.stop());

/** The staff's page, for somebody who may open rooms. */
async function openStaffPage(desk: Page): Promise<void> {
  await signIn(desk, 'admin@demo.test', 'demo-admin', shop.programs.storefrontUrl);
  await desk.getByRole('link', { name: 'Waiting rooms' }).click();
  await expect(desk.getByRole('heading', { name: 'Open a waiting room' })).toBeVisible();
}

const isTurn = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText('It is your turn', { timeout: 30_000 });

for (const javaScriptEnabled of [false, true]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('visitors wait until it is their turn, and then hold what they chose', async ({
      page,
      browser,
      desk,
    }) => {
      const { storefrontUrl } = shop.programs;
      await openStaffPage(desk);
      await desk.getByLabel('For what').selectOption({ label: 'La Ligne d’Eau, River Boats' });
      await desk.getByRole('button', { name: 'Open the room' }).click();
      const room = desk.getByRole('region', { name: 'La Ligne d’Eau, River Boats' });
      await expect(room).toContainText('Open');
      await room.getByRole('button', { name: 'Pause' }).click();
      await expect(room).toContainText('Paused: nobody is let in');

      await chooseFerry(page, storefrontUrl);
      await page.getByRole('spinbutton').fill('3');
      await page.getByRole('button', { name: w.hold }).click();
      await expect(page).toHaveTitle('You are next');
      await expect(page.getByRole('status')).toContainText('Nobody is let in at the moment');
      await room.getByRole('button', { name: 'Continue' }).click();
      await isTurn(page);
      await page.getByRole('link', { name: 'Choose your tickets' }).click();
      await expect(page.getByRole('spinbutton')).toHaveValue('3');
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);

      // The same place in a second browser, after the first one has used it.
      const places = await page.context().cookies();
      await page.getByRole('button', { name: w.hold }).click();
      await expect(page.getByRole('button', { name: w.orderAndPay })).toBeVisible();
      const second = await browser.newContext();
      await second.addCookies(places.filter(({ name }) => name.includes('place_')));
      const other = await second.newPage();
      await askForFerry(other, storefrontUrl);
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(
        'This place was used in another browser',
      );
      await second.close();

      // Who holds tickets never waits again.
      await askForFerry(page, storefrontUrl);
      await expect(page.getByRole('button', { name: w.orderAndPay })).toBeVisible();

      await desk.reload();
      await expect(room.getByRole('definition').nth(2)).toHaveText('1');
      await room.getByLabel('Yes, close this room').check();
      await room.getByRole('button', { name: 'Close the room' }).click();
      await expect(desk.getByText('Nobody waits: there is no room.')).toBeVisible();
    });
  });
}

test('the whole shop gets a room only with a tick and a reason, which the audit log has', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const desk = await context.newPage();
  await openStaffPage(desk);
  await desk.getByText('Open one for the whole shop').click();
  const form = desk.locator('form', { has: desk.getByLabel('Why') });
  await form.getByLabel('Why').fill('\u200b ');
  await form.getByLabel('Yes, every visitor of the shop has to wait').check();
  await form.getByRole('button', { name: 'Open the room' }).click();
  await expect(desk.getByRole('alert')).toContainText('needs the tick and a reason');
  await desk.getByText('Open one for the whole shop').click();
  await form.getByLabel('Why').fill('robots buy everything');
  await form.getByLabel('Opening', { exact: true }).fill('2099-05-02T10:00');
  await form.getByLabel('Yes, every visitor of the shop has to wait').check();
  await form.getByRole('button', { name: 'Open the room' }).click();
  const room = desk.getByRole('region', { name: 'The whole shop' });
  await expect(room).toContainText('Opens on Saturday 2 May 2099');
  await room.getByLabel('Yes, close this room').check();
  await room.getByRole('button', { name: 'Close the room' }).click();
  await expect(room).toHaveCount(0);
  await desk.goto(`${shop.programs.storefrontUrl}/en/staff/audit?action=changes`);
  await expect(desk.getByRole('table')).toContainText('robots buy everything');
  await expect(desk.getByRole('table')).not.toContainText('Audit log read');
  await context.close();
});

test('before the opening nobody can hold tickets, and only staff with the role change a room', async ({
  page,
  desk,
}) => {
  const { storefrontUrl } = shop.programs;
  await openStaffPage(desk);
  await desk
    .getByLabel('For what')
    .selectOption({ label: 'La Ligne d’Eau, River Boats · The Ferry, there and back' });
  // The first form: the second one is for the whole shop.
  await desk.getByLabel('Opening', { exact: true }).first().fill('2099-05-02T10:00');
  await desk.getByRole('button', { name: 'Open the room' }).click();
  await expect(desk.getByText('Opens on Saturday 2 May 2099 at 10:00 (Europe/Paris)')).toBeVisible();

  await askForFerry(page, storefrontUrl);
  await expect(page).toHaveTitle('The sale opens on Saturday 2 May 2099 at 10:00');

  await signIn(page, 'staff@demo.test', 'demo-staff', storefrontUrl);
  await page.getByRole('link', { name: 'Waiting rooms' }).click();
  await expect(page.getByText('Only people with the role “admin”')).toBeVisible();
  await expect(page.getByRole('button', { name: /Close the room|Open the room|Pause/ })).toHaveCount(0);
});

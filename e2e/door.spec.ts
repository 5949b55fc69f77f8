import { expect, type Locator, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { type SoldTicket, type SoldTickets, sellTickets } from './door-tickets';
import { test } from './recorded';
import { address } from './shop';

let sold: SoldTickets;
test.beforeEach(async () => {
  sold = await sellTickets();
});
test.afterEach(async () => {
  await sold.close();
});

const never = 'H4TK-9QWE-2MBX';

/** Opens an entrance that admits the first session of the tickets. */
async function openDoor(page: Page, entrance: string): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en/staff/door?date=${sold.day}`);
  await page.getByLabel('Name of the entrance').fill(entrance);
  await page.locator(`input[value="${sold.visit}"]`).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByLabel('Code of the ticket')).toBeVisible();
}

async function type(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code of the ticket').fill(code);
  await page.keyboard.press('Enter');
}

const result = (page: Page): Locator => page.locator('[data-result]');

/** Scans, and expects a result with a text; then the page is ready for the next. */
async function expectResult(
  page: Page,
  code: string,
  word: string,
  text: string | RegExp = '',
): Promise<void> {
  await type(page, code);
  await expect(result(page)).toContainText(word);
  await expect(result(page)).toContainText(text);
}

/** A ticket that was admitted more than five seconds ago: so long it is the same person's, and shows its admission again. */
async function expectAdmittedBefore(page: Page, code: string, entrance: string): Promise<void> {
  await expect(async () => {
    await type(page, code);
    await expect(result(page)).toContainText('Already admitted', { timeout: 500 });
  }).toPass();
  await expect(result(page)).toContainText(entrance);
}

const isListed = (page: Page) =>
  expect(page.getByText(/can also check tickets without a connection/)).toBeVisible();

test('each kind of ticket gets its answer, a group enters at once, and an admission is undone', async ({
  desk,
}) => {
  const [first, second, cancelled] = sold.single as [SoldTicket, SoldTicket, SoldTicket];
  await sold.cancel(cancelled);
  await signIn(desk, 'door@demo.test', 'demo-door');
  await openDoor(desk, 'North gate');
  await isListed(desk);
  await expectResult(desk, first.code, 'Admitted');
  // The result goes by itself, and the next code can be typed meanwhile.
  await expect(result(desk)).not.toHaveCSS('position', 'fixed', { timeout: 10_000 });
  await check(desk);
  await expectAdmittedBefore(desk, first.code.replaceAll('-', '').toLowerCase(), 'North gate');
  await check(desk);
  await expectResult(desk, sold.otherSession.code, 'Other session', 'This ticket is for');
  await check(desk);
  await expectResult(desk, cancelled.code, 'Void');
  await check(desk);
  for (const code of [never, 'https://evil.test/?x=1', 'BEGIN:VCARD\nFN:Ada', 'x'.repeat(10_000)])
    await expectResult(desk, code, 'Unknown', 'This is no ticket of this shop');
  await check(desk);
  expect(await sold.statusOf(second)).toBe('valid');

  await expectResult(desk, sold.group[0]?.code ?? '', 'Admitted', '1 of 3 tickets of this booking');
  await desk.keyboard.press('Escape');
  // The result was closed: a later scan has the others as well, by tariff.
  await expectAdmittedBefore(desk, sold.group[0]?.code ?? '', 'North gate');
  await desk.getByRole('button', { name: /^Admit the rest: 2 × / }).click();
  await expect(result(desk)).toContainText('3 of 3 tickets of this booking');
  expect(await Promise.all(sold.group.map(sold.statusOf))).toEqual(['redeemed', 'redeemed', 'redeemed']);

  await expectResult(desk, second.code, 'Admitted');
  await desk.keyboard.press('Escape');
  const undo = desk.getByRole('button', { name: `Undo the admission of ${second.code}` });
  await expect(undo).toContainText(/\d+ s/);
  // Two taps undo it once.
  await undo.dblclick();
  await expect(result(desk)).toContainText('Undone');
  await expect(desk.getByText('Checking …')).toHaveCount(0);
  await expect(result(desk)).toContainText('Undone');
  expect(await sold.statusOf(second)).toBe('valid');
  await expectResult(desk, second.code, 'Admitted');
});

test('a ticket of another day is refused where the whole day is admitted', async ({ desk }) => {
  await signIn(desk, 'door@demo.test', 'demo-door');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/door?entrance=West&date=${sold.day}`);
  // Everything of the day has to be chosen.
  await expect(desk.locator('main').getByRole('alert')).toContainText('choose at least one session');
  await check(desk);
  await desk.getByRole('checkbox', { name: /^Everything of the day, in all catalogues/ }).check();
  await desk.getByRole('button', { name: 'Start' }).click();
  await expect(desk.getByText('All tickets of the day')).toBeVisible();
  await isListed(desk);
  await expectResult(desk, sold.otherDay.code, 'Other day', 'This ticket is for');
  await check(desk);
  expect(await sold.statusOf(sold.otherDay)).toBe('valid');
  await expectResult(desk, sold.otherSession.code, 'Admitted');
});

test('the keyboard alone is enough', async ({ desk }) => {
  await signIn(desk, 'door@demo.test', 'demo-door');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/door?date=${sold.day}`);
  await check(desk);
  await desk.getByLabel('Name of the entrance').focus();
  await desk.keyboard.type('Keys');
  const visit = desk.locator(`input[value="${sold.visit}"]`);
  await expect(async () => {
    await desk.keyboard.press('Tab');
    await expect(visit).toBeFocused({ timeout: 100 });
  }).toPass();
  await desk.keyboard.press('Space');
  await desk.keyboard.press('Enter');
  await expect(desk.getByLabel('Code of the ticket')).toBeVisible();
  await isListed(desk);
  // A scanner that acts as a keyboard types on the page itself.
  await desk.keyboard.type(sold.single[0]?.code ?? '', { delay: 5 });
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Admitted');
  await desk.keyboard.press('Escape');
  const undo = desk.getByRole('button', { name: /^Undo the admission/ });
  await expect(async () => {
    await desk.keyboard.press('Tab');
    await expect(undo).toBeFocused({ timeout: 100 });
  }).toPass();
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Undone');
  // While a button has the focus, a scan goes to the field, and its Enter presses no button.
  await desk.locator('button[aria-pressed]').focus();
  await desk.keyboard.type(sold.single[0]?.code ?? '', { delay: 5 });
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Admitted');
  await expect(desk.locator('button[aria-pressed=true]')).toHaveCount(0);
  await desk.keyboard.press('Escape');
  await desk
    .getByRole('button', { name: /^Undo the admission/ })
    .first()
    .click();
  await expect(result(desk)).toContainText('Undone');
});

test('who was let in without a connection, although the ticket was used elsewhere, is shown as a conflict', async ({
  desk,
  page,
}) => {
  const [shared, own] = sold.single as [SoldTicket, SoldTicket];
  for (const [one, entrance] of [
    [desk, 'South gate'],
    [page, 'North gate'],
  ] as const) {
    await signIn(one, 'door@demo.test', 'demo-door');
    await openDoor(one, entrance);
    await isListed(one);
  }
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isStored = () => page.evaluate(async () => (await caches.match(location.pathname)) !== undefined);
  await expect.poll(isStored).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('No connection. Tickets are checked')).toBeVisible();
  await expectResult(page, shared.code, 'Admitted', 'Checked without a connection');
  await check(page);
  await expectAdmittedBefore(page, shared.code, 'North gate');
  await expectResult(page, own.code, 'Admitted');
  await expectResult(page, never, 'Unknown', 'not on the list of this device');
  await expectResult(page, sold.group[0]?.code ?? '', 'Admitted', '1 of 3');
  await page.getByRole('button', { name: /^Admit the rest: 2 × / }).click();
  await expect(result(page)).toContainText('3 of 3');
  await expect(page.getByText('Scans that are not sent yet: 5')).toBeVisible();
  expect(await sold.statusOf(own)).toBe('valid');
  await expectResult(desk, shared.code, 'Admitted');

  await page.context().setOffline(false);
  const conflicts = page.getByRole('region', { name: 'Conflicts' });
  await expect(conflicts).toContainText(shared.code, { timeout: 45_000 });
  await expect(conflicts).toContainText('North gate');
  await expect(conflicts).toContainText('South gate');
  await expect(page.getByText('Scans that are not sent yet')).toHaveCount(0);
  // What this device had shown as admitted is corrected, so there is nothing to undo.
  await expect(page.getByRole('button', { name: `Undo the admission of ${shared.code}` })).toHaveCount(0);
  await check(page);
  expect(await Promise.all([own, ...sold.group].map(sold.statusOf))).toEqual(
    Array.from({ length: 4 }, () => 'redeemed'),
  );
  await desk.reload();
  await expect(desk.getByRole('region', { name: 'Conflicts' })).toContainText(shared.code);
  await desk.getByRole('button', { name: `The conflict of ${shared.code} was looked at` }).click();
  // It is ticked off on every device, with who and when.
  for (const one of [desk, page]) {
    const region = one.getByRole('region', { name: 'Conflicts' });
    await expect(
      region.getByRole('button', { name: `The conflict of ${shared.code} was looked at` }),
    ).toHaveCount(0, { timeout: 45_000 });
    await region.getByText(/^Looked at: \d+$/).click();
    await expect(region.getByRole('listitem').filter({ hasText: shared.code })).toContainText(
      /Looked at on .* at \d\d:\d\d by /,
    );
    await check(one);
  }
});

test('the list of the device is deleted when the person is signed out, and nothing is admitted', async ({
  desk,
}) => {
  await signIn(desk, 'door@demo.test', 'demo-door');
  await openDoor(desk, 'North gate');
  await isListed(desk);
  const databases = () =>
    desk.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
  expect(await databases()).toContain('door-day');
  await desk.context().clearCookies();
  await type(desk, sold.single[0]?.code ?? '');
  await expect(desk.getByText('You are signed out. Nothing was admitted.')).toBeVisible();
  await check(desk);
  await expect.poll(databases).not.toContain('door-day');
  expect(await sold.statusOf(sold.single[0] ?? sold.otherDay)).toBe('valid');
  await desk.getByRole('link', { name: 'Sign in again' }).click();
  await expect(desk.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('who only admits visitors starts at the entrance', async ({ desk }) => {
  await signIn(desk, 'door@demo.test', 'demo-door');
  await expect(desk).toHaveURL(/\/en\/staff\/door$/);
  await expect(desk.getByLabel('Name of the entrance')).toBeVisible();
});

test('a person without the role sees no entrance, and admits nothing', async ({ desk }) => {
  await signIn(desk, 'reader@demo.test', 'demo-reader');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/door?entrance=North`);
  await expect(desk.getByRole('heading', { name: 'Your role does not allow this' })).toBeVisible();
  const shop = address('E2E_SHOP');
  const scan = {
    id: crypto.randomUUID(),
    code: sold.single[0]?.code,
    entrance: 'North',
    sessions: [],
    events: [],
  };
  const now = new Date().toISOString();
  const data = { sentAt: now, scans: [{ ...scan, date: sold.day, scannedAt: now, offline: false }] };
  const send = (origin: string) =>
    desk.request.post(`${shop}/api/staff/admissions?language=en`, { data, headers: { origin } });
  expect((await send(new URL(shop).origin)).status()).toBe(403);
  expect((await send('https://evil.test')).status()).toBe(403);
  expect((await desk.request.get(`${shop}/api/staff/admissions/list?date=${sold.day}`)).status()).toBe(403);
  expect(await sold.statusOf(sold.single[0] ?? sold.otherDay)).toBe('valid');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('codes are typed, a group enters, and an admission is undone', async ({ page }) => {
    await signIn(page, 'door@demo.test', 'demo-door');
    await openDoor(page, 'North gate');
    await expectResult(page, sold.group[0]?.code ?? '', 'Admitted', '1 of 3');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(result(page)).toContainText('Undone');
    await expectResult(page, sold.group[0]?.code ?? '', 'Admitted');
    await page.getByRole('button', { name: 'Admit the rest: 2' }).click();
    await expect(result(page)).toContainText('3 of 3');
    await expect(result(page).locator('[data-tariffs]')).toContainText('2 × ');
    await expectResult(page, sold.group[0]?.code ?? '', 'Already admitted', 'North gate');
    await expectResult(page, 'x'.repeat(10_000), 'Unknown');
    await expect(result(page)).not.toContainText('Keyboard layout?');
    // With Caps Lock a scanner for keyboards of the United States types these for digits.
    const code = sold.single.map((ticket) => ticket.code).find((one) => /\d/.test(one)) ?? '';
    const typed = code.replaceAll(/\d/g, (digit) => '@#$%^&*('.charAt(Number(digit) - 2));
    await expectResult(page, typed, 'Admitted', 'Keyboard layout?');
    await expectResult(page, 'Р4ЕЛ-9ЙЦУ-2ЬИЧ', 'Unknown', 'Keyboard layout?');
  });
});

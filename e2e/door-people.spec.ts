import { expect, type Locator, type Page } from '@playwright/test';
import { check } from './accessible';
import { cameraFile } from './camera-file';
import { signIn } from './desk';
import { type SoldTickets, sellTickets } from './door-tickets';
import { test } from './recorded';
import { address } from './shop';

let sold: SoldTickets;
test.beforeEach(async () => {
  sold = await sellTickets();
});
test.afterEach(async () => {
  await sold.close();
});

const doorOf = ({ day, visit }: SoldTickets) =>
  `${address('E2E_SHOP')}/en/staff/door?entrance=North&visit=${visit}&date=${day}`;

async function openDoor(page: Page): Promise<void> {
  await signIn(page, 'door@demo.test', 'demo-door');
  await page.goto(doorOf(sold));
  await expect(page.getByText(/can also check tickets without a connection/)).toBeVisible();
}

const result = (page: Page): Locator => page.locator('[data-result]');
const count = (page: Page): Locator => page.locator('[data-count]');
const codeField = (page: Page): Locator => page.getByLabel('Code of the ticket');
const nameField = (page: Page): Locator => page.getByLabel('Name of the visitor or the buyer');
/**
 * Types as a scanner does: all keys at once, in the page, because between two keys that come from here a busy machine may pause
 * longer than a scanner does. Each goes to what has the focus by then.
 */
const scanned = (page: Page, keys: readonly string[]) =>
  page.evaluate((all) => {
    for (const key of all) {
      const down = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      const isTyped = (document.activeElement ?? document.body).dispatchEvent(down);
      const field = document.activeElement;
      if (!isTyped || key.length > 1 || !(field instanceof HTMLInputElement)) continue;
      field.setRangeText(key, field.value.length, field.value.length, 'end');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, keys);

test('a reduced tariff is seen from afar, and how many are in is counted', async ({ desk }) => {
  await desk.setViewportSize({ width: 390, height: 844 });
  await openDoor(desk);
  for (const bar of ['banner', 'contentinfo'] as const) await expect(desk.getByRole(bar)).toHaveCount(0);
  const [, before = '', tickets = ''] = /(\d+) of (\d+) admitted/.exec(await count(desk).innerText()) ?? [];
  await codeField(desk).fill(sold.reduced.code);
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Admitted');
  await expect(count(desk)).toHaveText(`${Number(before) + 1} of ${tickets} admitted`);
  const tariff = result(desk).locator('[data-reduced=true]');
  await expect(tariff).toContainText('Reduced: check the proof');
  await expect(tariff.getByText(/reduced/).first()).toHaveCSS('font-size', '40px');
  await expect(result(desk).getByText('Admitted', { exact: true })).toHaveCSS('font-size', '64px');
  await check(desk);
  const [first] = sold.single;
  await codeField(desk).fill(first?.code ?? '');
  await desk.keyboard.press('Enter');
  await expect(result(desk).locator('[data-reduced=false]')).toBeVisible();
  await expect(result(desk)).not.toContainText('Reduced: check the proof');
  await expect(count(desk)).toHaveText(`${Number(before) + 2} of ${tickets} admitted`);
  // The same ticket at once is the same person; later it is somebody else.
  await codeField(desk).fill(first?.code ?? '');
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Admitted a moment ago');
  const admittedBefore = result(desk).getByText(/^Admitted on .* North\.$/);
  await expect(async () => {
    await codeField(desk).fill(first?.code ?? '');
    await desk.keyboard.press('Enter');
    await expect(admittedBefore).toHaveCSS('font-size', '28px', { timeout: 500 });
  }).toPass();
});

test('a visitor without a ticket is found by name, and a scanner works in the field for names, too', async ({
  desk,
  page,
}) => {
  await openDoor(desk);
  const search = async (name: string) => {
    await nameField(desk).fill(name);
    await desk.getByRole('button', { name: 'Find' }).click();
  };
  await search('nobody-at-all');
  await expect(desk.getByText('No ticket of the chosen sessions has the name')).toBeVisible();
  await search(`ang ${sold.visitor.toLowerCase().replace('ström', 'strom').slice(3)}`);
  await expect(desk.getByText('No ticket of the chosen sessions has the name')).toBeVisible();
  await search(sold.visitor.toLowerCase().replace('ångström', 'angstrom'));
  await expect(desk.getByText('Tickets found: 1')).toBeVisible();
  await expect(desk.locator('main')).not.toContainText('example.test');
  await check(desk);
  // Two taps admit once, and are no error.
  await desk.getByRole('button', { name: `Admit Zoë ${sold.visitor}` }).dblclick();
  await expect(result(desk)).toContainText('Admitted a moment ago');
  expect(await sold.statusOf(sold.reduced)).toBe('redeemed');
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('button', { name: `Admit Zoë ${sold.visitor}` })).toHaveCount(0);

  // A person types there; what a scanner types there is a scan, and the name stays.
  await nameField(desk).fill('Zoë');
  await nameField(desk).focus();
  const [first, second] = sold.single;
  await scanned(desk, [...Array.from(first?.code ?? ''), 'Enter']);
  await expect(result(desk)).toContainText('Admitted');
  await expect(nameField(desk)).toHaveValue('Zoë');
  await desk.keyboard.press('Escape');
  // With the focus nowhere.
  await desk.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await scanned(desk, Array.from(second?.code ?? ''));
  await desk.keyboard.press('Enter');
  await expect(result(desk)).toContainText('Admitted');
  await desk.keyboard.press('Escape');
  await nameField(desk).fill('');
  await nameField(desk).pressSequentially('PeterBaumann', { delay: 60 });
  await desk.keyboard.press('Enter');
  await expect(nameField(desk)).toHaveValue('PeterBaumann');
  await expect(desk.getByText('has the name “PeterBaumann”')).toBeVisible();

  // The search is in the audit log without the name.
  await signIn(page, 'admin@demo.test', 'demo-admin');
  await page.goto(`${address('E2E_SHOP')}/en/staff/audit?action=visitors_searched`);
  await expect(page.getByRole('table')).toContainText('Searched for visitors at an entrance');
  await expect(page.locator('main')).not.toContainText(sold.visitor);
});

test('the sound is tried before visitors come', async ({ desk }) => {
  await desk.addInitScript(() => {
    Object.assign(globalThis, { tones: 0 });
    const Real = OscillatorNode;
    globalThis.OscillatorNode = class extends Real {
      override start(when?: number) {
        Object.assign(globalThis, { tones: (globalThis as unknown as { tones: number }).tones + 1 });
        super.start(when);
      }
    };
  });
  await signIn(desk, 'door@demo.test', 'demo-door');
  await expect(desk.getByRole('banner')).toBeVisible();
  await desk.getByRole('button', { name: 'Test the sound' }).click();
  await expect(desk.getByText('You should have heard two sounds')).toBeVisible();
  expect(await desk.evaluate(() => (globalThis as unknown as { tones: number }).tones)).toBe(3);
});

test('the camera is on at once where it was allowed before, until it is switched off', async ({
  playwright,
  launchOptions,
  contextOptions,
}) => {
  const file = await cameraFile(sold.reduced.code);
  const args = [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...args],
  });
  const context = await browser.newContext(contextOptions);
  const desk = await context.newPage();
  try {
    await openDoor(desk);
    await expect(desk.getByRole('button', { name: 'Switch the camera on' })).toBeVisible();
    expect(await desk.locator('video').count()).toBe(0);
    await context.grantPermissions(['camera'], { origin: new URL(address('E2E_SHOP')).origin });
    await desk.reload();
    await expect(result(desk)).toContainText('Admitted');
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: 'Switch the camera off' }).click();
    await desk.reload();
    await expect(desk.getByText(/can also check tickets without a connection/)).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Switch the camera on' })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor is found by name and admitted', async ({ page }) => {
    await signIn(page, 'door@demo.test', 'demo-door');
    await page.goto(doorOf(sold));
    await expect(count(page)).toHaveText(/\d+ of \d+ admitted/);
    await nameField(page).fill(sold.visitor);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('button', { name: `Admit Zoë ${sold.visitor}` }).click();
    await expect(result(page)).toContainText('Reduced: check the proof');
    expect(await sold.statusOf(sold.reduced)).toBe('redeemed');
  });
});

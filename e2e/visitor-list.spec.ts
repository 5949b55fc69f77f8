import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { check } from './accessible';
import { signIn, signInAgain } from './desk';
import { type SoldTickets, sellTickets } from './door-tickets';
import { test } from './recorded';
import { address } from './shop';

let sold: SoldTickets;
test.beforeAll(async () => {
  sold = await sellTickets();
});
test.afterAll(() => sold.close());

const session = () => sold.visit.replace('session:', '');

/** From the day of the tickets to the list of their session. */
async function openList(page: Page): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en/staff/today?day=${sold.day}`);
  await page.locator(`main a[href$="/${session()}"]`).click();
  await page.waitForURL((url) => url.pathname.endsWith(session()));
}

async function download(page: Page, button: string): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^visitors-\d{4}-\d{2}-\d{2}-\d{4}\.(csv|xlsx)$/);
  return readFile(await file.path());
}

test('a row of the day leads to who comes, with state and totals, also on paper, without scripts', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'reader@demo.test', 'demo-reader');
  await openList(page);
  const row = page.getByRole('row', { name: sold.visitor });
  await expect(row).toContainText(`${sold.visitor}, Zoë`);
  await expect(row).toContainText(/reduced/);
  await expect(row).toContainText('valid');
  const totals = page.getByText(/\d+ valid, \d+ admitted, \d+ cancelled/);
  const [, valid = 0, , cancelled = 0] = /(\d+) valid, (\d+) admitted, (\d+) cancelled/.exec(
    await totals.innerText(),
  ) ?? ['', 0, 0, 0];
  await sold.cancel(sold.reduced);
  await page.reload();
  await expect(row).toContainText('cancelled');
  await expect(totals).toContainText(`${Number(valid) - 1} valid`);
  await expect(totals).toContainText(`${Number(cancelled) + 1} cancelled`);
  // Who may not export customers is not offered it.
  await expect(page.getByRole('heading', { name: 'As a file' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Print' }).click();
  await expect(page.getByText(/printed on/)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('rowheader', { name: sold.visitor })).toBeVisible();
  await context.close();
});

test('the list is a file only for an admin who has just signed in; each is in the audit log', async ({
  desk,
}) => {
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await openList(desk);
  await check(desk);
  await expect(desk.getByRole('button', { name: 'CSV' })).toHaveCount(0);
  const form = {
    catalogId: desk.url().split('/').at(-3) ?? '',
    eventId: desk.url().split('/').at(-2) ?? '',
    visit: session(),
    format: 'csv',
    language: 'en',
  };
  const origin = address('E2E_SHOP');
  const posted = await desk.request.post(`${origin}/api/staff/visitors`, {
    form,
    headers: { origin },
    maxRedirects: 0,
  });
  expect([posted.status(), posted.headers()['location']]).toEqual([
    303,
    expect.stringContaining('problem=sign_in'),
  ]);

  await signInAgain(desk, 'admin@demo.test', 'demo-admin');
  await check(desk);

  const rows = parseCsv((await download(desk, 'CSV')).toString('utf8'));
  expect(rows[0]?.slice(0, 4)).toEqual(['Last name', 'First name', 'Tariff', 'Status']);
  const found = rows.filter(([lastname]) => lastname === sold.visitor);
  expect(found.map(([, firstname]) => firstname)).toEqual(['Zoë']);
  const { sheets } = await readXlsx(await download(desk, 'Excel (XLSX)'));
  expect(sheets[0]?.rows.length).toBe(rows.length);
  await desk.goto(`${origin}/en/staff/audit?action=data_exported`);
  await expect(desk.getByRole('table')).toContainText(/What: List of who comes · Format: Excel/);
  await expect(desk.getByRole('table')).toContainText(`Rows: ${rows.length - 1}`);
});

test('nobody without the permission gets the file, and no other site can ask for it', async ({ desk }) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await openList(desk);
  const origin = address('E2E_SHOP');
  const [visit = '', eventId = '', catalogId = ''] = desk.url().split('/').toReversed();
  const form = { catalogId, eventId, visit, format: 'csv', language: 'en' };
  const post = (headers: Record<string, string>) =>
    desk.request.post(`${origin}/api/staff/visitors`, { form, headers, maxRedirects: 0 });
  expect((await post({ origin })).status()).toBe(403);
  expect((await post({ origin: 'https://elsewhere.test' })).status()).toBe(403);
  await desk.goto(`${origin}/en/staff/reports`);
  await expect(desk.getByLabel('What').locator('option')).toHaveText([
    'Payments and refunds',
    'Taxes per rate',
  ]);
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { check } from './accessible';
import { signIn, signInAgain } from './desk';
import { sellTickets } from './door-tickets';
import { test } from './recorded';
import { address, chooseFerry, holdFerry, words, zoe } from './shop';
import { startOwnPrograms } from './start-programs';

const staff = (page: string, shopUrl = address('E2E_SHOP')) => `${shopUrl}/en/staff/${page}`;

async function payHeld(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.en.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: words.en.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.en.tickets })).toBeVisible({ timeout: 30_000 });
}

/** The figures of the total in the table by day, without the name of the row. */
async function totals(desk: Page, shopUrl: string): Promise<string[]> {
  await desk.goto(staff('reports', shopUrl));
  const table = desk.getByRole('table', { name: /^Sales by day/ });
  if (!(await table.isVisible())) return [];
  return table
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .allInnerTexts();
}

const cents = (text: string | undefined): number =>
  Math.round(Number((text ?? '0').replace(/[^\d.-]/g, '')) * 100);

test('the table of a report agrees with a purchase and its cancellation', async ({ page, desk }) => {
  test.setTimeout(240_000);
  // A separate shop, because the figures are those of all sales.
  const { programs, stop } = await startOwnPrograms();
  const { storefrontUrl } = programs;
  try {
    await signIn(desk, 'admin@demo.test', 'demo-admin', storefrontUrl);
    const before = await totals(desk, storefrontUrl);
    await holdFerry(page, 'report@example.test', storefrontUrl);
    const pay = await page.getByRole('button', { name: words.en.orderAndPay }).innerText();
    await payHeld(page);
    const sold = await totals(desk, storefrontUrl);
    expect(cents(sold[3]) - cents(before[3])).toBe(cents(pay));

    const [, id = ''] = /orders\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
    await desk.goto(staff(`orders/${id}/cancel?step=choose`, storefrontUrl));
    await desk.getByRole('checkbox').first().check();
    await desk.getByRole('button', { name: 'Continue' }).click();
    await desk.getByLabel('Reason', { exact: true }).fill('ill');
    await desk.getByLabel(/against the rule/).check();
    await desk.getByLabel('Refund in euros').fill((cents(pay) / 100).toFixed(2));
    await desk.getByRole('button', { name: 'Cancel and refund' }).click();
    await expect(desk.locator('#cancellations')).toBeVisible();
    const after = () => totals(desk, storefrontUrl);
    await expect.poll(async () => cents((await after())[4])).toBe(cents(before[4]) + cents(pay));
    expect(cents((await after())[6])).toBe(cents(before[6]));
    await check(desk);
  } finally {
    await stop();
  }
});

test('a CSV of orders neutralises a formula that a customer typed as a name, and is in the audit log', async ({
  page,
  desk,
}) => {
  await chooseFerry(page, address('E2E_SHOP'));
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.getByLabel(words.en.firstname, { exact: true }).fill('=cmd()');
  await page.getByLabel(words.en.lastname, { exact: true }).fill(zoe.lastname);
  await page.getByLabel(words.en.email).fill('formula@example.test');
  await page.getByLabel(words.en.country).selectOption({ label: words.en.france });
  await payHeld(page);

  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(staff('reports'));
  await signInAgain(desk, 'admin@demo.test', 'demo-admin');
  await desk.getByLabel('Format').selectOption('csv');
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$/);
  const rows = parseCsv(await readFile(await file.path(), 'utf8'));
  const row = rows.find((cells) => cells.includes('formula@example.test'));
  expect(row?.slice(5, 7)).toEqual(["'=cmd()", zoe.lastname]);

  await desk.locator('#export-from').fill('2026-11-30');
  await desk.locator('#export-to').fill('2026-11-01');
  await desk.getByRole('button', { name: 'Download' }).click();
  await expect(desk.locator('main').getByRole('alert')).toContainText('the first one first');
  await desk.goto(staff('audit?action=data_exported'));
  await expect(desk.getByRole('table')).toContainText(/What: Orders.* · Format: CSV/);
  await desk.goto(staff('today'));
  await check(desk);
});

test('today opens at what is on now, and what is over is dim and says so', async ({ desk }) => {
  // The demo's boats go from morning to evening, so there is nearly always something over and something to come.
  await desk.setViewportSize({ width: 390, height: 600 });
  await signIn(desk, 'reader@demo.test', 'demo-reader');
  await desk.getByRole('link', { name: 'Today' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const rows = desk.locator('main tbody tr');
  const over = rows.filter({ hasText: /· over/ });
  for (const row of await over.all()) await expect(row).toHaveClass(/text-ink-soft/);
  const now = desk.locator('#now');
  if ((await now.count()) > 0) {
    await expect(now).toBeInViewport();
    await expect(now).not.toContainText('over');
    await expect(desk.getByRole('link', { name: 'To what is on now' })).toHaveAttribute('href', '#now');
  } else await expect(rows.filter({ hasNotText: /· over|any time/ })).toHaveCount(0);
  await check(desk);
});

test('the sessions of a day show a sale and an admission, without scripts; the door may not see them', async ({
  desk,
  browser,
}) => {
  const sold = await sellTickets();
  await signIn(desk, 'door@demo.test', 'demo-door');
  await desk.goto(staff('today'));
  await expect(desk.getByRole('heading', { name: 'Your role does not allow this' })).toBeVisible();
  await desk.goto(staff(`door?date=${sold.day}`));
  await desk.getByLabel('Name of the entrance').fill('Report gate');
  await desk.locator(`input[value="${sold.visit}"]`).check();
  await desk.getByRole('button', { name: 'Start' }).click();
  await desk.getByLabel('Code of the ticket').fill(sold.single[0]?.code ?? '');
  await desk.keyboard.press('Enter');
  await expect(desk.locator('[data-result]')).toContainText('Admitted');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'reader@demo.test', 'demo-reader');
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.locator('#day').fill(sold.day);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions of a day' })).toBeVisible();
  const rows = page.locator('main tbody tr').filter({ hasText: /blue/i });
  const counts = await rows.evaluateAll((found) =>
    found.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => Number.parseInt(cell.lastChild?.textContent ?? '', 10)),
    ),
  );
  expect(counts.some(([, , units = 0, admitted = 0]) => units >= 4 && admitted >= 1)).toBe(true);
  // How full it is, as a bar and as a text; tickets for any time of that day; the row leads to the list of who comes.
  await expect(rows.first().locator('svg')).toHaveCount(1);
  await expect(rows.first()).toContainText(/\d+ of \d+/);
  const anyTime = page.locator('main tbody tr').filter({ hasText: 'any time of the day' });
  const sums = await anyTime.evaluateAll((found) =>
    found.map((row) => Number.parseInt(row.querySelectorAll('td')[2]?.lastChild?.textContent ?? '', 10)),
  );
  expect(sums.some((tickets) => tickets >= 4)).toBe(true);
  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/staff\/today\/[^/]+\/[^/]+\/[^/]+$/);
  await context.close();
  await sold.close();
});

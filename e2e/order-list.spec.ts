import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { check } from './accessible';
import { buy, signIn, signInAgain } from './desk';
import { test } from './recorded';
import { address } from './shop';

const list = (query = '') => `${address('E2E_SHOP')}/en/staff/orders${query}`;

test('all orders are filtered without scripts, and a wrong day is told at its field', async ({
  page,
  browser,
}) => {
  const reference = await buy(page, 'listed@example.test');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const desk = await context.newPage();
  await signIn(desk, 'reader@demo.test', 'demo-reader');
  await desk.getByRole('link', { name: 'All orders' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'All orders' })).toBeVisible();
  const rows = desk.locator('[data-result]');
  // Other journeys buy at the same time: the order is on the first page, not always at its top.
  await expect(rows.filter({ hasText: reference })).toHaveCount(1);
  await desk.getByLabel('Event or product').fill('stores by lamp');
  await desk.getByLabel('Channel').selectOption('web');
  await desk.getByRole('button', { name: 'Show' }).click();
  await expect(desk.getByLabel('Event or product')).toHaveValue('stores by lamp');
  await expect(rows.filter({ hasText: reference })).toHaveCount(1);
  await desk.getByLabel('Event or product').fill('nobody sells this');
  await desk.getByRole('button', { name: 'Show' }).click();
  await expect(desk.getByText('No order fits.')).toBeVisible();
  await desk.goto(list('?from=2026-02-30'));
  await expect(desk.getByLabel('Bought from')).toHaveAttribute('aria-invalid', 'true');
  await expect(rows.first()).toBeVisible();
  await expect(desk.getByRole('heading', { name: /as a file/ })).toHaveCount(0);
  await context.close();
});

test('what is filtered is a file for an admin who has just signed in', async ({ page, desk }) => {
  const reference = await buy(page, 'file-of-list@example.test');
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(list('?event=lamplight'));
  await check(desk);
  await signInAgain(desk, 'admin@demo.test', 'demo-admin');
  await expect(desk).toHaveURL(/event=lamplight/);
  const started = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'CSV' }).click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  const rows = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(rows.flat()).toContain(reference);
  await desk.goto(`${address('E2E_SHOP')}/en/staff/audit?action=data_sent`);
  await expect(desk.getByRole('table')).toContainText(`Rows: ${rows.length - 1}`);
});

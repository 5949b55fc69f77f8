import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn, signOut } from './desk';
import { test } from './recorded';
import { address, askForFerry } from './shop';

const boats = 'La Ligne d’Eau, River Boats';

async function openVouchers(desk: Page, role: 'admin' | 'reader'): Promise<void> {
  await signIn(desk, `${role}@demo.test`, `demo-${role}`);
  await desk.getByRole('link', { name: 'Catalogues' }).click();
  await desk.getByRole('link', { name: boats }).click();
  await desk.getByRole('link', { name: 'Vouchers' }).click();
}

async function fillBatch(desk: Page, name: string, number: string): Promise<void> {
  await desk.getByLabel('Name of the batch').fill(name);
  await desk.getByLabel('How many codes').fill(number);
  await desk.getByLabel('Codes begin with').fill('partner-');
  await desk.getByLabel('Discount', { exact: true }).fill('25');
  await desk.getByLabel('Reason').fill('A test of the desk');
}

/** The codes of the file that the page of a batch offers. */
async function downloadCodes(desk: Page): Promise<string[]> {
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Download the codes (CSV)' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  const [header = '', ...rows] = text.replace('\ufeff', '').trim().split(/\r?\n/);
  expect(header).toContain('Code');
  return rows.map((row) => row.split(',')[0]?.replaceAll('"', '') ?? '');
}

test('many codes are made at once, one is used, and all are stopped; a reader can only look', async ({
  page,
  desk,
}) => {
  test.slow();
  await openVouchers(desk, 'admin');
  await desk.getByRole('link', { name: 'Make many codes' }).click();
  await check(desk);
  await fillBatch(desk, 'Partners of the quay', '5001');
  await desk.getByRole('button', { name: 'Make the codes' }).click();
  await expect(desk.getByLabel('How many codes')).toHaveAccessibleDescription(/from 1 to 5,000/);
  await expect(desk.getByLabel('Name of the batch')).toHaveValue('Partners of the quay');
  await desk.getByLabel('How many codes').fill('60');
  await desk.getByRole('button', { name: 'Make the codes' }).click();
  await expect(desk.getByRole('status')).toContainText('The codes are made');
  await expect(desk.getByText('used 0 of 60')).toBeVisible();
  await expect(desk.getByRole('row')).toHaveCount(51);
  await check(desk);
  const codes = await downloadCodes(desk);
  expect(new Set(codes).size).toBe(60);
  for (const code of codes) expect(code).toMatch(/^PARTNER(-[2-9A-HJKMNP-Z]{4}){3}$/);

  await askForFerry(page, address('E2E_SHOP'));
  await page.waitForURL(/checkout/);
  await page.getByText('Do you have a voucher or a gift card?').click();
  await page.getByLabel('Code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The voucher is applied.')).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('used 0 of 60, 1 held now')).toBeVisible();

  await desk.getByRole('button', { name: 'Stop all codes' }).click();
  await expect(desk.getByLabel('Reason')).toHaveAccessibleDescription(/Write a reason/);
  await desk.getByLabel('Reason').fill('The list is on a website of others');
  await desk.getByRole('button', { name: 'Stop all codes' }).click();
  await expect(desk.getByRole('status')).toContainText('The codes are stopped');
  await desk.getByRole('link', { name: /^Back to/ }).click();
  const row = desk.getByRole('row', { name: /Partners of the quay/ });
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('The list is on a website of others (Ada Admin)');
  await signOut(desk);

  await openVouchers(desk, 'reader');
  await expect(desk.getByRole('link', { name: 'Make many codes' })).toHaveCount(0);
  await row.getByRole('link', { name: 'Partners of the quay' }).click();
  await expect(desk.getByRole('button', { name: 'Download the codes (CSV)' })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: 'Let all codes be used again' })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the same form sent twice makes one batch', async ({ desk }) => {
    await openVouchers(desk, 'admin');
    await desk.getByRole('link', { name: 'Make many codes' }).click();
    await fillBatch(desk, 'Sent twice', '3');
    await desk.getByRole('button', { name: 'Make the codes' }).dblclick();
    await expect(desk.getByRole('heading', { level: 1 })).toContainText('Batch Sent twice');
    await desk.getByRole('link', { name: /^Back to/ }).click();
    await expect(desk.getByRole('row', { name: /Sent twice/ })).toHaveCount(1);
  });
});

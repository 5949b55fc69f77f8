import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { accessibilityFaults } from '@/testing/pdf-accessibility';
import { readFile } from 'node:fs/promises';
import { check as accessible } from './accessible';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address, mailsTo } from './shop';

const run = promisify(execFile);

async function download(page: Page, name: RegExp): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name }).first().click();
  return (await started).path();
}

test('a customer gets an invoice, corrects its company, and staff find it by its number', async ({
  page,
  desk,
}) => {
  const email = 'invoice@example.test';
  await buy(page, email);
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  const [mail] = await mailsTo(email);
  const number = /S\d+-\d{4}-\d{6,}/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(mail?.text).toContain(`Your invoice ${number} is attached`);
  await page.reload();
  const file = await download(page, new RegExp(`Invoice ${number}`));
  expect((await run('pdfinfo', [file])).stdout).toMatch(/Tagged: +yes/);
  expect(await accessibilityFaults(await readFile(file))).toEqual([]);
  expect((await run('pdftotext', ['-layout', file, '-'])).stdout).toContain(number);

  await page.getByText('Change company, address or VAT number').click();
  await accessible(page);
  await page.getByLabel('Company').fill('Ada & Co');
  await page.getByLabel('Address').fill('12 rue de la Paix\n75002 Paris');
  await expect(page.getByLabel('Country')).toHaveValue('FR');
  await page.getByLabel('Country').selectOption({ label: 'Belgium' });
  await page.getByLabel('VAT number').fill('FR 4');
  await page.getByRole('button', { name: 'Make a new invoice' }).click();
  await expect(page.getByText('The invoice was not changed')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('12 rue de la Paix\n75002 Paris');
  await expect(page.getByLabel('Country')).toHaveValue('BE');
  await accessible(page);
  await page.getByLabel('VAT number').fill('FR 40 303 265 045');
  await page.getByRole('button', { name: 'Make a new invoice' }).click();
  await expect(page.getByText('The new invoice is ready.')).toBeVisible();
  await accessible(page);
  const text = (await run('pdftotext', ['-layout', await download(page, /^Invoice S/), '-'])).stdout;
  for (const expected of [
    'Ada & Co',
    '12 rue de la Paix',
    'Belgium',
    'FR40303265045',
    `Replaces invoice ${number}`,
  ])
    expect(text).toContain(expected);
  await expect(page.getByRole('link', { name: /^Credit note S/ })).toHaveCount(1);
  await expect(page.getByText('Valid', { exact: true })).toHaveCount(1);
  await expect(page.getByText(/Replaced by S/)).toHaveCount(1);
  await expect.poll(() => mailsTo(email)).toHaveLength(2);
  const [corrected] = await mailsTo(email);
  expect(corrected?.subject).toMatch(/^Your new invoice/);
  expect(corrected?.text).toMatch(/Your invoice S\S+ is attached/);

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${number}`);
  await expect(desk.locator('main')).toContainText(/invoice/i);
  await desk.getByRole('table').getByRole('link').first().click();
  await desk.getByText('Change company, address or VAT number').click();
  await expect(desk.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue(
    '12 rue de la Paix\n75002 Paris',
  );
  await desk.getByLabel('Company').fill('Ada & Sons');
  await desk.getByRole('button', { name: 'Make a new invoice' }).click();
  await expect(desk.getByText('The new invoice is ready.')).toBeVisible();
  await expect(desk.getByRole('link', { name: /^Credit note S/ })).toHaveCount(2);
  await accessible(desk);
});

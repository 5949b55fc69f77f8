import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pdfText } from '@/testing/pdf-text';
import { signIn, signOut } from './desk';
import { check as accessible } from './accessible';
import { test } from './recorded';
import { address, chooseTime, follow, holdAndPay, mailsTo, openDay, words } from './shop';

/** Buys three boat tickets, which can be cancelled for the whole price until the day before; at their order's page. */
async function buyThree(page: Page, email: string): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'La Ligne d’Eau, River Boats');
  await follow(page, 'The Great Bend');
  await page.waitForURL(/events/);
  await openDay(page, 4);
  await chooseTime(page);
  await page.getByRole('spinbutton').first().fill('3');
  await holdAndPay(page, email, words.en);
}

async function creditNote(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /Confirmation of cancellation/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^cancellation-[\w-]+\.pdf$/);
  return pdfText(await readFile(await file.path()));
}

test('a customer cancels one of three tickets, without scripts: ticket, money, e-mail and credit note agree', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const email = 'cancels-one@example.test';
  await buyThree(page, email);
  await page.getByRole('link', { name: 'Cancel tickets' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Choose at least one ticket.');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const submit = page.getByRole('button', { name: /^Cancel and get €[\d.]+ back$/ });
  const amount = /€[\d.]+/.exec(await submit.innerText())?.[0] ?? '';
  await submit.click();

  await expect(page.locator('#cancellations')).toBeVisible();
  await expect(page.locator('main')).toContainText('Cancelled and refunded.');
  await expect(page.getByText('This ticket is not valid any more.')).toHaveCount(1);
  await expect(page.getByRole('img', { name: /Code of ticket/ })).toHaveCount(2);
  const valid = page.getByRole('region', { name: '2 tickets' });
  await expect(valid.getByText('This ticket is not valid any more.')).toHaveCount(0);
  const ended = page.getByRole('region', { name: '1 ticket, not valid any more' });
  await expect(ended.getByText('This ticket is not valid any more.')).toHaveCount(1);
  expect((await valid.boundingBox())?.y).toBeLessThan((await ended.boundingBox())?.y ?? 0);
  const text = await creditNote(page);
  expect(text).toContain('Confirmation of cancellation');
  expect(text).toContain(amount.replace('€', ''));
  await expect
    .poll(
      async () => (await mailsTo(email)).find(({ subject }) => subject.startsWith('Tickets cancelled'))?.text,
    )
    .toContain(amount);
  await page.getByRole('link', { name: 'Cancel tickets' }).click();
  await expect(page.getByText('Cancelled already')).toHaveCount(1);
  await expect(page.getByRole('checkbox').and(page.locator(':enabled'))).toHaveCount(2);
  await page.goto(new URL('/en/orders', page.url()).href);
  await expect(page.locator('main')).toContainText('confirmed, 2 of 3 tickets still valid');
  await context.close();
});

test('staff cancel by the rule, an admin against it, and a reader nothing; the audit log has it', async ({
  page,
  desk,
}) => {
  const email = 'staff-cancels@example.test';
  await buyThree(page, email);
  const [, id = ''] = /orders\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  const order = `${address('E2E_SHOP')}/en/staff/orders/${id}`;

  await signIn(desk, 'reader@demo.test', 'demo-reader');
  await desk.goto(order);
  await expect(desk.locator('main')).toContainText(email);
  await expect(desk.getByRole('link', { name: 'Cancel tickets' })).toHaveCount(0);
  await desk.goto(`${order}/cancel`);
  await expect(desk.getByRole('heading', { name: 'Your role does not allow this' })).toBeVisible();
  await signOut(desk);

  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(order);
  await desk.getByRole('link', { name: 'Cancel tickets' }).click();
  await desk.waitForURL(/\/cancel$/);
  // It begins with all that the rule allows.
  await expect(desk.getByRole('heading', { name: 'Cancel these tickets?' })).toBeVisible();
  await expect(desk.locator('input[name="unit"]')).toHaveCount(3);
  await accessible(desk);
  await desk.getByRole('link', { name: 'Choose others' }).click();
  await desk.waitForURL(/step=choose/);
  await accessible(desk);
  await desk.getByRole('checkbox').first().check();
  await desk.getByRole('checkbox').nth(1).check();
  await desk.getByRole('button', { name: 'Continue' }).click();
  await accessible(desk);
  await desk.getByLabel('Reason', { exact: true }).fill('fell ill =cmd()');
  await desk.getByLabel(/against the rule/).check();
  await desk.getByLabel('Refund in euros').fill('12,50 euros');
  await desk.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(desk.locator('main').getByRole('alert')).toContainText('Write each refund as an amount');
  // Everything is as typed, and the mistake is at its field.
  await expect(desk.getByLabel('Reason', { exact: true })).toHaveValue('fell ill =cmd()');
  await expect(desk.getByLabel(/against the rule/)).toBeChecked();
  const refund = desk.getByLabel('Refund in euros');
  await expect(refund).toHaveValue('12,50 euros');
  await expect(refund).toHaveAccessibleDescription(/Write each refund as an amount/);
  await accessible(desk);
  await refund.fill('12,50');
  await desk.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(desk.getByText('What goes back, and how, stands below')).toBeVisible();
  await expect(desk.locator('#cancellations')).toBeVisible();
  await expect(desk.locator('main')).toContainText('fell ill =cmd()');
  await expect(desk.locator('main')).toContainText('€12.50');
  await expect(desk.locator('main')).toContainText('Cancelled tickets refunded');
  await accessible(desk);
  expect(await creditNote(desk)).toContain('12.50');

  await desk.goto(`${address('E2E_SHOP')}/en/staff/audit`);
  await desk.getByLabel('What was done').selectOption('Cancellation requested');
  await desk.getByRole('button', { name: 'Show' }).click();
  await expect(desk.getByRole('cell', { name: 'Ada Admin' }).first()).toBeVisible();
  await accessible(desk);

  await page.reload();
  await expect(page.getByText('This ticket is not valid any more.')).toHaveCount(2);
});

test('a refund that was made at the provider first counts: cancelling afterwards gives no money back again', async ({
  page,
  desk,
}) => {
  const email = 'refunded-first@example.test';
  await buyThree(page, email);
  const [, id = ''] = /orders\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  await desk.goto(`${address('E2E_DEMO')}/payment`);
  const payment = desk.locator('section').filter({ hasText: email });
  await payment.getByRole('button', { name: 'Refund it at the dashboard' }).click();
  await expect(payment.getByRole('heading', { name: 'Refunds' })).toBeVisible();
  const refunds = payment.getByRole('listitem').filter({ hasText: ', succeeded, ' });
  await expect(refunds).toHaveCount(1);

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await expect(async () => {
    await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}/cancel`);
    await expect(desk.getByText('The money was given back already')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await accessible(desk);
  await desk.getByRole('button', { name: 'Cancel these tickets' }).click();
  await expect(desk.locator('#cancellations')).toBeVisible();
  await expect(desk.locator('main')).not.toContainText('Still to refund');
  await page.reload();
  await expect(page.getByText('This ticket is not valid any more.')).toHaveCount(3);
  await desk.goto(`${address('E2E_DEMO')}/payment`);
  await expect(refunds).toHaveCount(1);
});

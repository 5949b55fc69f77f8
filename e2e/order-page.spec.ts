import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pdfText } from '@/testing/pdf-text';
import { check as accessible } from './accessible';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address, chooseMuseumAndBoat, holdAndPay, mailsTo, words } from './shop';

async function firstDocument(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /PDF/ }).first().click();
  return pdfText(await readFile(await (await download).path()));
}

test('staff send the confirmation to another address, and correct the name on a ticket and its document', async ({
  page,
  desk,
}) => {
  const [email, other] = ['order-page@example.test', 'order-page-assistant@example.test'];
  await buy(page, email);
  const [, id = ''] = /orders\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}`);
  expect(await firstDocument(desk)).not.toContain('Hopper');

  const copyTo = desk.getByRole('textbox', { name: 'E-mail address', exact: true });
  await copyTo.fill('no address');
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(desk.getByText('This is not an e-mail address')).toBeVisible();
  await copyTo.fill(other);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(desk.getByText('The confirmation is being sent.')).toBeVisible();
  await expect.poll(async () => (await mailsTo(other)).map(({ subject }) => subject)).toHaveLength(1);
  const [copy] = await mailsTo(other);
  const [own] = await mailsTo(email);
  expect(copy?.subject).toBe(own?.subject);
  await expect(desk.locator('main')).toContainText(email);

  await desk
    .getByRole('link', { name: /Correct the name or the answers/ })
    .first()
    .click();
  await accessible(desk);
  await desk.getByLabel('First name').fill('Grace');
  await desk.getByLabel('Last name').fill('Hopper');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('The name was corrected.')).toBeVisible();
  await expect(desk.locator('main')).toContainText('Grace Hopper');
  await accessible(desk);
  await expect.poll(() => firstDocument(desk), { timeout: 30_000 }).toContain('Grace Hopper');
  await expect(desk.locator('main')).toContainText(email);
});

test('the tickets of a visitor get a name with one correction, and a payment is opened at the provider', async ({
  page,
  desk,
}) => {
  await chooseMuseumAndBoat(page, 'en');
  await holdAndPay(page, 'one-visitor@example.test', words.en);
  const [, id = ''] = /orders\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}`);
  const tickets = desk.locator('#tickets').locator('..');
  await expect(tickets).toContainText('Visitor 1 · Zoë Łukasz-Nuñez');
  await accessible(desk);
  const payment = desk.getByRole('link', { name: / at the payment provider$/ });
  const provider = (await payment.getAttribute('href')) ?? '';
  await page.goto(provider);
  await expect(page.locator(`[id="${new URL(provider).hash.slice(1)}"]`)).toContainText(
    'one-visitor@example.test',
  );

  await tickets
    .getByRole('link', { name: /^Correct the name/ })
    .first()
    .click();
  const others = desk.getByRole('group', { name: 'Also on the other tickets of this visitor' });
  await expect(others.getByRole('checkbox')).toBeChecked();
  await accessible(desk);
  await desk.getByLabel('First name').fill('Grace');
  await desk.getByLabel('Last name').fill('Hopper');
  await desk.getByRole('button', { name: 'Save the name' }).click();
  await expect(desk.getByText('The name was corrected.')).toBeVisible();
  await expect(tickets).toContainText('Visitor 1 · Grace Hopper');
});

import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address, zoe } from './shop';

test('an admin exports the stored data of a customer, and erases it', async ({ page, desk }) => {
  const email = 'personal-data@example.test';
  const reference = await buy(page, email);
  const order = page.url();
  await signIn(desk, 'admin@demo.test', 'demo-admin');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/personal-data`);
  const typed = desk.getByLabel('E-mail address of the customer');
  // Browsers accept it as an address.
  await typed.first().fill('a@b');
  await desk.getByRole('button', { name: 'Download' }).click();
  await expect(desk).toHaveURL(/\/en\/staff\/personal-data\?problem=email$/);
  await typed.first().fill(email);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported).toContain(reference);
  expect(exported).toContain(zoe.lastname);

  await typed.last().fill(email);
  await desk.getByRole('checkbox').check();
  await desk.getByRole('button', { name: 'Erase' }).click();
  // The tickets are for a coming day.
  await expect(desk).toHaveURL(/\/en\/staff\/personal-data\?coming=1$/);
  await typed.last().fill(email);
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
  await desk.getByRole('button', { name: 'Erase' }).click();
  await expect(desk.getByRole('status')).toContainText('The data of 1 booking was erased.');
  await page.goto(order);
  await expect(page.locator('body')).not.toContainText(zoe.lastname);
});

test('staff without the role admin can not export or erase it', async ({ desk }) => {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/personal-data`);
  await expect(desk.getByLabel('E-mail address of the customer')).toHaveCount(0);
  const sent = (origin: string) =>
    desk.request.post(`${address('E2E_SHOP')}/api/staff/personal-data`, {
      form: { email: 'personal-data@example.test', language: 'fr' },
      headers: { origin },
      maxRedirects: 0,
    });
  const answer = await sent(address('E2E_SHOP'));
  expect(answer.status()).toBe(303);
  expect(answer.headers()['location']).toBe(`${address('E2E_SHOP')}/fr/staff/personal-data`);
  expect(await answer.text()).toBe('');
  expect((await sent('https://elsewhere.example')).status()).toBe(403);
});

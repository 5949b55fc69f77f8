import { expect } from '@playwright/test';
import { check } from './accessible';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address } from './shop';

test('staff write a note, its author strikes it out, and a reader and the customer change nothing', async ({
  page,
  desk,
  browser,
}) => {
  const reference = await buy(page, 'noted@example.test');
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${reference}`);
  await desk.locator('[data-result] a').first().click();
  await desk.waitForURL(/\/staff\/orders\//);
  const order = desk.url();
  await desk.getByText('Write a note').click();
  await desk.getByLabel('Note', { exact: true }).fill('  ');
  await desk.getByRole('button', { name: 'Save the note' }).click();
  await expect(desk.getByRole('alert').first()).toContainText('Type a note.');
  const text = '<b>comes</b> with a dog';
  await desk.getByLabel('Note', { exact: true }).fill(text);
  await desk.getByRole('button', { name: 'Save the note' }).click();
  const note = desk.locator('#notes + ul li');
  await expect(note).toContainText(text);
  await expect(note).toContainText('Alix Staff');
  await check(desk);

  const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(other, 'admin@demo.test', 'demo-admin');
  await other.goto(order);
  await expect(other.locator('#notes + ul li')).toContainText(text);
  await expect(other.getByRole('button', { name: 'Strike out' })).toHaveCount(0);
  await other.context().close();

  await page.reload();
  await expect(page.locator('body')).not.toContainText('with a dog');
  await desk.getByRole('button', { name: 'Strike out' }).click();
  await expect(note.locator('s')).toHaveText(text);
  await expect(note).toContainText('struck out');
});

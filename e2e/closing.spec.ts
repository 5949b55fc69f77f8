import { expect } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address } from './shop';

test('staff close the cash of a day, once, with a note about the difference; and read the payouts', async ({
  desk,
}) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const closing = `${address('E2E_SHOP')}/en/staff/closing?day=${yesterday}`;
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(closing);
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Daily closing');
  const late = await desk.context().newPage();
  await late.goto(closing);

  const alert = desk.locator('main').getByRole('alert');
  await desk.getByLabel('Counted cash').fill('five euros');
  await desk.getByRole('button', { name: 'Close the day' }).click();
  await expect(alert).toContainText('for example 125.50');
  await desk.getByLabel('Counted cash').fill('5,00');
  await desk.getByRole('button', { name: 'Close the day' }).click();
  await expect(alert).toContainText('Write why');
  await expect(desk.getByLabel('Note')).toHaveAccessibleDescription(/Write why/);
  await expect(desk.getByLabel('Counted cash')).toHaveValue('5,00');
  await desk.getByLabel('Note').fill('=cmd() found under the desk');
  await desk.getByRole('button', { name: 'Close the day' }).click();
  await expect(desk.locator('main').getByRole('status')).toContainText('The day is closed.');
  await expect(desk.locator('main')).toContainText('=cmd() found under the desk');
  await expect(desk.locator('main')).toContainText('€5.00');
  await expect(desk.getByRole('button', { name: 'Close the day' })).toHaveCount(0);

  await late.getByLabel('Counted cash').fill('0');
  await late.getByRole('button', { name: 'Close the day' }).click();
  await expect(late.locator('main').getByRole('alert')).toContainText('Someone else has closed it');
  await late.close();

  await desk.getByRole('button', { name: 'Ask the provider again' }).click();
  await expect(desk.locator('main').getByRole('status')).toContainText('The payouts were read again.');
  await check(desk);
});

import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn, signOut } from './desk';
import { test } from './recorded';
import { address, askForFerry, fillDetails, mailsTo, words } from './shop';

const w = words.en;
const total = async (page: Page) => {
  const [amount = ''] = /€[\d.]+/.exec(await page.locator('#held strong').last().innerText()) ?? [];
  return Number(amount.slice(1));
};
const voucherField = (page: Page) => page.getByLabel('Code', { exact: true });

async function holdFerry(page: Page): Promise<number> {
  await askForFerry(page, address('E2E_SHOP'));
  await page.waitForURL(/checkout/);
  return total(page);
}

const boats = 'La Ligne d’Eau, River Boats';

/** The page of the vouchers of the boats, for a person of the staff. */
async function openVouchers(desk: Page, role: 'admin' | 'reader'): Promise<void> {
  await signIn(desk, `${role}@demo.test`, `demo-${role}`);
  await desk.getByRole('link', { name: 'Catalogues' }).click();
  await desk.getByRole('link', { name: boats }).click();
  await desk.getByRole('link', { name: 'Vouchers' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`Vouchers of ${boats}`);
}

async function askFor(page: Page, code: string): Promise<void> {
  // After a refusal it is open.
  if (!(await voucherField(page).isVisible()))
    await page.getByText('Do you have a voucher or a gift card?').click();
  await voucherField(page).fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

test('an admin makes a code, which a customer uses, and stops it; a reader can only look', async ({
  page,
  desk,
}) => {
  test.slow();
  await openVouchers(desk, 'admin');
  await check(desk);
  await desk.getByLabel('Code', { exact: true }).fill('Staff 20');
  await desk.getByLabel('Discount', { exact: true }).fill('120');
  await desk.getByLabel('Uses at most').fill('1');
  await desk.getByLabel('Reason').fill('A test of the desk');
  await desk.getByRole('button', { name: 'Make the voucher' }).click();
  await expect(desk.getByRole('main').getByRole('alert')).toContainText('a percentage of at most 100');
  await expect(desk.locator('[name=value]')).toHaveAccessibleDescription(/a percentage of at most 100/);
  // What was typed is still there.
  await expect(desk.getByLabel('Code', { exact: true })).toHaveValue('Staff 20');
  await desk.getByLabel('Discount', { exact: true }).fill('20');
  await desk.getByRole('button', { name: 'Make the voucher' }).click();
  await expect(desk.getByRole('status')).toContainText('The voucher is made');
  const row = desk.getByRole('row', { name: /Staff 20/ });
  await expect(row).toContainText('20%');
  await expect(row).toContainText('0 ordered, 0 held, at most 1');
  // The same code again, written in another way.
  await desk.getByLabel('Code', { exact: true }).fill('STAFF-20');
  await desk.getByLabel('Discount', { exact: true }).fill('5');
  await desk.getByLabel('Reason').fill('Twice');
  await desk.getByRole('button', { name: 'Make the voucher' }).click();
  await expect(desk.getByRole('main').getByRole('alert')).toContainText('Nothing was changed');
  await expect(desk.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/has this code already/);
  await check(desk);

  const before = await holdFerry(page);
  await askFor(page, 'staff 20');
  await expect(page.getByText('The voucher is applied.')).toBeVisible();
  await expect.poll(() => total(page)).toBeCloseTo(before * 0.8, 2);
  await desk.reload();
  await expect(row).toContainText('Used up');

  await row.getByRole('link', { name: 'Change' }).click();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Voucher Staff 20: 20% off');
  await check(desk);
  const otherTab = await desk.context().newPage();
  await otherTab.goto(desk.url());
  await desk.getByLabel('Uses at most').fill('');
  await desk.getByLabel('Reason').fill('It is on a website of others');
  await desk.getByLabel(/Stop this voucher/).check();
  await desk.getByRole('button', { name: 'Save the change' }).click();
  await expect(desk.getByRole('status')).toContainText('The voucher is changed');
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('It is on a website of others (Ada Admin)');
  await otherTab.getByLabel('Uses at most').fill('5');
  await otherTab.getByLabel('Reason').fill('Five more');
  await otherTab.getByRole('button', { name: 'Save the change' }).click();
  await expect(otherTab.getByRole('main').getByRole('alert')).toContainText('changed meanwhile');
  await otherTab.close();
  await desk.reload();
  await expect(row).toContainText('Stopped');
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(page.getByText('The voucher is removed.')).toBeVisible();
  await askFor(page, 'staff 20');
  await expect(voucherField(page)).toHaveAccessibleDescription(/can’t be used any more/);
  await expect(page.getByRole('group', { name: /can’t be used any more/ })).toBeFocused();
  await expect(voucherField(page)).toHaveValue('staff 20');
  await check(page);
  // It is not tried again when the tickets are ordered.
  await fillDetails(page, 'keeps-a-code@example.test', w);
  await page.getByRole('button', { name: w.orderAndPay }).last().click();
  await page.waitForURL(/\/pay\//);
  await signOut(desk);

  await openVouchers(desk, 'reader');
  await expect(desk.getByText('You may look at vouchers, but not change them.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Make the voucher' })).toHaveCount(0);
  await expect(row.getByRole('link')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a voucher makes the tickets cheaper, and what is paid is what is ordered', async ({ page }) => {
    const email = 'has-a-voucher@example.test';
    const before = await holdFerry(page);
    await fillDetails(page, email, w);
    await askFor(page, 'NO-SUCH-CODE');
    await expect(voucherField(page)).toHaveAccessibleDescription(/This code is not for these tickets/);
    await expect(voucherField(page)).toHaveValue('NO-SUCH-CODE');
    await askFor(page, ' river 10 ');
    await expect(page.getByText('The voucher is applied.')).toBeVisible();
    const after = await total(page);
    expect(after).toBeCloseTo(before * 0.9, 2);
    // What was typed is still there.
    await expect(page.getByLabel(w.email).first()).toHaveValue(email);
    await page.getByRole('button', { name: w.orderAndPay }).last().click();
    await page.waitForURL(/\/pay\//);
    await expect(page.locator('main')).toContainText(`€${after.toFixed(2)}`);
    await page.getByRole('button', { name: w.pay, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('main')).toContainText(`€${after.toFixed(2)}`);
    await expect(page.locator('main')).toContainText('Voucher RIVER-10');
    await expect
      .poll(async () => (await mailsTo(email))[0]?.text ?? '', { timeout: 30_000 })
      .toContain(`€${after.toFixed(2)}`);
  });
});

test('a code that was typed is applied before the tickets are ordered; it can be removed', async ({
  page,
}) => {
  const before = await holdFerry(page);
  await fillDetails(page, 'types-a-voucher@example.test', w);
  await page.getByText('Do you have a voucher or a gift card?').click();
  await check(page);
  await voucherField(page).fill('River-10');
  await voucherField(page).press('Enter');
  await expect(page.getByText('The voucher is applied.')).toBeVisible();
  await expect.poll(() => total(page)).toBeCloseTo(before * 0.9, 2);
  await check(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(page.getByText('The voucher is removed.')).toBeVisible();
  await expect.poll(() => total(page)).toBe(before);
});

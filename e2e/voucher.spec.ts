import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
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

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a voucher makes the tickets cheaper, and what is paid is what is ordered', async ({ page }) => {
    const email = 'has-a-voucher@example.test';
    const before = await holdFerry(page);
    await fillDetails(page, email, w);
    await page.getByText('Do you have a voucher?').click();
    await voucherField(page).fill('NO-SUCH-CODE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('There is no voucher');
    await page.getByText('Do you have a voucher?').click();
    await voucherField(page).fill(' river 10 ');
    await page.getByRole('button', { name: 'Apply' }).click();
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
  await page.getByText('Do you have a voucher?').click();
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

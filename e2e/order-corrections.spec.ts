import { expect } from '@playwright/test';
import { check as accessible } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address, holdAndPay, chooseFerry, mailsTo, words } from './shop';

for (const javaScriptEnabled of [true, false]) {
  test(`an agent gives a part of the price back, within a limit; the tickets stay valid (${javaScriptEnabled ? 'with' : 'without'} scripts)`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const email = `goodwill-${javaScriptEnabled ? 'scripts' : 'plain'}@example.test`;
    await chooseFerry(page, address('E2E_SHOP'));
    await holdAndPay(page, email, words.en);
    const customers = page.url();
    const id = /orders\/([0-9a-f-]{36})/.exec(customers)?.[1] ?? '';

    const desk = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(desk, 'staff@demo.test', 'demo-staff');
    await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}`);
    await desk.getByText('Give money back without cancelling').click();
    const give = desk.getByRole('button', { name: 'Give back' });
    await desk.getByLabel('Amount in euros').fill('50.01');
    await give.click();
    const form = desk.locator('form').filter({ has: give });
    await expect(form).toContainText('Write the reason.');
    await desk.getByLabel('Reason').fill('The lift was out of order');
    await give.click();
    await expect(form).toContainText('More than was paid and is not refunded yet');
    await expect(desk.getByLabel('Amount in euros')).toHaveValue('50.01');
    if (javaScriptEnabled) await accessible(desk);
    await desk.getByLabel('Amount in euros').fill('2,50');
    await give.click();
    const entry = desk.locator('#cancellations').locator('..').getByRole('listitem');
    await expect(entry.filter({ hasText: 'Part of the price, given back' })).toContainText('€2.50');

    await expect
      .poll(async () => (await mailsTo(email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Money back – booking /));
    await page.goto(customers);
    const refunds = page.getByRole('region', { name: 'Refunds' });
    await expect(refunds).toContainText('€2.50');
    await expect(refunds).toContainText('given back');
    await expect(page.getByText('This ticket is not valid any more.')).toHaveCount(0);
    if (javaScriptEnabled) await accessible(page);
  });
}

test('an agent corrects e-mail and phone: the confirmation goes to the new address, and old links end', async ({
  page,
  desk,
}) => {
  const [wrong, right] = ['typed-wrongly@example.test', 'typed-rightly@example.test'];
  await chooseFerry(page, address('E2E_SHOP'));
  await holdAndPay(page, wrong, words.en);
  const id = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await expect.poll(async () => (await mailsTo(wrong)).length).toBeGreaterThan(0);
  const [confirmation] = await mailsTo(wrong);
  const link = /http\S+\/orders\/link\/\S+/.exec(confirmation?.text ?? '')?.[0] ?? '';

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${id}`);
  await desk.getByText('Correct e-mail and phone').click();
  const form = desk.locator('form').filter({ has: desk.getByRole('button', { name: 'Save', exact: true }) });
  await form.getByLabel('E-mail', { exact: true }).fill('nobody');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Enter an e-mail address such as name@example.org.');
  await form.getByLabel('E-mail', { exact: true }).fill(right);
  await form.getByLabel('Phone').fill('+33 6 98 76 54 32');
  await form.getByLabel(/somebody else/).check();
  await form.getByRole('button', { name: 'Save' }).click();
  const customer = desk.locator('#customer').locator('..');
  await expect(customer).toContainText(right);
  await expect(customer).toContainText('+33 6 98 76 54 32');
  await accessible(desk);

  await expect.poll(async () => (await mailsTo(right)).length).toBe(1);
  const stranger = await (await page.context().browser()?.newContext())?.newPage();
  if (stranger === undefined) throw new Error('no browser');
  await stranger.goto(link);
  await expect(stranger.locator('main')).not.toContainText(right);
  await expect(stranger.getByRole('img', { name: /Code of ticket/ })).toHaveCount(0);
});

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
    await expect(form).toContainText('You may give back at most €50.00 of one booking in all.');
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

import { expect, type Page } from '@playwright/test';
import { check as accessible } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address, chooseFerry, fillDetails, mailsTo, words } from './shop';

const field = (page: Page, name: RegExp | string) => page.getByRole('main').getByLabel(name);

async function fillGift(page: Page, gift: { name: string; email: string; message: string; date?: string }) {
  await page.getByText('This is a gift').click();
  await field(page, 'Name of the person who gets it').fill(gift.name);
  await field(page, 'Their e-mail address').fill(gift.email);
  await field(page, 'Your message').fill(gift.message);
  await field(page, 'Day on which we send it').fill(gift.date ?? '');
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.en.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: words.en.tickets })).toBeVisible({ timeout: 30_000 });
}

/** The last day on which it can be sent, from the hint of the field. */
async function lastDay(page: Page): Promise<string> {
  const hint = await page.getByText(/Leave it empty to have it sent at once/).innerText();
  const [, words = ''] = /at once\. \w+ (.+) at the latest/.exec(hint) ?? [];
  const day = new Date(`${words} 12:00 UTC`);
  return day.toISOString().slice(0, 10);
}

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: hasScripts });
    const name = hasScripts ? 'scripts' : 'plain';
    const [buyer, friend] = [`gift-from-${name}@example.test`, `gift-to-${name}@example.test`];

    test('a booking is given: its tickets reach the person at once, without price, and are sent again later', async ({
      page,
      browser,
    }) => {
      await chooseFerry(page, address('E2E_SHOP'));
      await page.getByRole('button', { name: words.en.hold }).click();
      await fillDetails(page, buyer, words.en);
      await expect(field(page, 'Your message')).toBeHidden();
      await fillGift(page, { name: 'Grace', email: 'grace', message: 'All the best\nhttps://evil.example' });
      await page.getByRole('button', { name: words.en.orderAndPay }).click();
      await expect(page.getByText('2 things are missing or wrong')).toBeVisible();
      if (hasScripts) await accessible(page);
      await expect(field(page, 'Your message')).toHaveValue('All the best\nhttps://evil.example');
      await expect(page.getByRole('main')).toContainText(
        '“https://evil.example” looks like a web or e-mail address',
      );
      const day = field(page, 'Day on which we send it');
      expect(await day.getAttribute('min')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      await day.fill('');
      await field(page, 'Their e-mail address').fill(friend);
      await field(page, 'Your message').fill('All the best,\n<b>Ada</b>');
      await pay(page);
      const order = page.url();
      await expect(page.getByRole('region', { name: 'Gift' })).toContainText(`For Grace, ${friend}`);
      await expect.poll(() => mailsTo(friend)).toHaveLength(1);
      const [mail] = await mailsTo(friend);
      expect(mail?.subject).toMatch(/gives you tickets/);
      expect(mail?.text).toContain('> All the best,\n> <b>Ada</b>');
      expect(mail?.text).toContain('Attached are your tickets as a PDF');
      for (const secret of ['€', buyer, '/orders/']) expect(mail?.text).not.toContain(secret);
      await expect.poll(async () => (await mailsTo(buyer))[0]?.text).toContain(friend);

      const friends = await browser.newContext({ javaScriptEnabled: hasScripts });
      const other = await friends.newPage();
      const link = /https?:\S+\/tickets\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
      expect((await other.goto(link))?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer' });
      await expect(other.getByRole('img', { name: /^Code of ticket/ }).first()).toBeVisible();
      await expect(other.getByRole('heading', { level: 1, name: /^A gift from / })).toBeVisible();
      await expect(other.getByRole('blockquote')).toHaveText('All the best,\n<b>Ada</b>');
      const shown = await other.getByRole('main').innerText();
      for (const secret of ['€', '@', 'Invoice', 'Cancel']) expect(shown).not.toContain(secret);
      if (hasScripts) await accessible(other);
      await other.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
      await expect(other.getByRole('heading', { name: 'This link does not open a ticket' })).toBeVisible();
      await friends.close();

      await page.goto(order);
      await expect(page.getByRole('region', { name: 'Gift' })).toContainText('It was sent on');
      if (hasScripts) await accessible(page);
      await page.getByRole('button', { name: 'Send the gift again' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'less than 5 minutes ago' })).toBeVisible();
      expect(await mailsTo(friend)).toHaveLength(1);
    });
  });
}

test('a gift for a later day is changed before it is sent, and staff send it now', async ({ page, desk }) => {
  const [first, second, third] = ['one', 'two', 'three'].map((name) => `gift-${name}@example.test`);
  await chooseFerry(page, address('E2E_SHOP'));
  await page.getByRole('button', { name: words.en.hold }).click();
  await fillDetails(page, 'gift-later@example.test', words.en);
  await page.getByText('This is a gift').click();
  const date = await lastDay(page);
  await page.getByText('This is a gift').click();
  await fillGift(page, { name: 'Alan', email: first ?? '', message: '', date });
  await pay(page);
  const gift = page.getByRole('region', { name: 'Gift' });
  await expect(gift).toContainText('It will be sent on');
  await gift.getByText('Change the person or the day').click();
  await accessible(page);
  await field(page, 'Their e-mail address').fill('nobody');
  await field(page, 'Your message').fill('All the best');
  await gift.getByRole('button', { name: 'Save the gift' }).click();
  await expect(gift).toContainText('Enter the e-mail address of the person to whom you give it');
  await expect(field(page, 'Their e-mail address')).toHaveValue('nobody');
  await expect(field(page, 'Your message')).toHaveValue('All the best');
  await accessible(page);
  await field(page, 'Their e-mail address').fill('alan@gmial.com');
  await gift.getByRole('button', { name: 'Save the gift' }).click();
  await expect(gift).toContainText('Did you mean alan@gmail.com?');
  await field(page, 'Their e-mail address').fill(second ?? '');
  await gift.getByRole('button', { name: 'Save the gift' }).click();
  await expect(gift.getByRole('status')).toContainText('The gift is changed.');
  await expect(gift).toContainText(second ?? '');
  expect(await mailsTo(second ?? '')).toEqual([]);

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(
    page
      .url()
      .replace('/orders/', '/staff/orders/')
      .replace(/[?#].*/, ''),
  );
  await desk.getByLabel('E-mail address of the person who gets it').fill(third ?? '');
  await desk.getByRole('button', { name: 'Send the gift now' }).click();
  await expect(desk.getByText('The gift is being sent.')).toBeVisible();
  await accessible(desk);
  await expect.poll(() => mailsTo(third ?? '')).toHaveLength(1);
  expect(await mailsTo(first ?? '')).toEqual([]);
});

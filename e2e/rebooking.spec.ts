import { expect, type Page } from '@playwright/test';
import { test } from './recorded';
import {
  address,
  chooseSessions,
  chooseTime,
  fillDetails,
  follow,
  mailsTo,
  openDay,
  quantityField,
  words,
} from './shop';

const removeOnly = (page: Page) =>
  page
    .getByRole('button', { name: /^Remove The Great Bend/ })
    .first()
    .click();

test('a ticket is exchanged for a cheaper one without scripts: its voucher stays, and the difference goes back', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const email = 'changes-the-date@example.test';
  // The day of the ticket.
  let own = '';
  const choose = async (type: string, day: number) => {
    await page.goto(`${address('E2E_SHOP')}/en`);
    await follow(page, 'La Ligne d’Eau, River Boats');
    await follow(page, 'The Great Bend');
    await page.waitForURL(/events/);
    await openDay(page, day);
    own = own === '' ? (new URL(page.url()).searchParams.get('date') ?? '') : own;
    await chooseTime(page);
    if (type === 'adult') return;
    await quantityField(page, 'The Great Bend, adult').fill('0');
    await quantityField(page, `The Great Bend, ${type}`).fill('1');
  };
  await choose('adult', 4);
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.getByText('Do you have a voucher or a gift card?').click();
  await page.getByLabel('Code', { exact: true }).fill('RIVER-10');
  await page.getByRole('button', { name: 'Apply' }).click();
  const voucher = page.locator('#held').getByText('Voucher RIVER-10', { exact: true });
  await expect(voucher).toBeVisible();
  // When all tickets are removed and others are chosen, the voucher stays in use.
  await removeOnly(page);
  await expect(page.getByRole('heading', { name: 'You hold no tickets now' })).toBeVisible();
  await choose('adult', 4);
  await page.getByRole('button', { name: words.en.hold }).click();
  await expect(voucher).toBeVisible();
  await fillDetails(page, email, words.en);
  await page.getByRole('button', { name: words.en.orderAndPay }).last().click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: words.en.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.en.tickets })).toBeVisible({ timeout: 30_000 });
  const earlier = page.url();

  await page.getByRole('link', { name: 'Change the date of tickets' }).click();
  await page.getByRole('button', { name: 'Choose another date' }).click();
  await expect(page.locator('main').getByRole('alert')).toContainText('Choose at least one ticket.');
  // What becomes of the rest of the price is said before anything is chosen.
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toContainText(
    'If the new tickets cost less',
  );
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Choose another date' }).click();
  await page.waitForURL(/products/);
  // Until it ends or is given up, each page says what is exchanged, and for how much; in every browser with the booking.
  const bar = page.getByRole('complementary', { name: 'What you are changing' });
  await expect(bar).toContainText(/^You are exchanging 1 ticket of booking [A-Z0-9-]+, worth €[\d.]+\./);
  await bar.getByRole('button', { name: 'Give up the exchange' }).click();
  await expect(bar.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'The exchange is given up' })).toBeVisible();
  await page.goto(`${earlier}/rebook`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Choose another date' }).click();
  await page.waitForURL(/products/);
  // Its own day is chosen at first.
  expect(own).not.toBe('');
  await expect(page.locator('main a[aria-current=date]').filter({ visible: true }).first()).toHaveAttribute(
    'href',
    new RegExp(`date=${own}`),
  );
  await choose('child', 5);
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  // The exchange that was begun is made with what is held; it can be given up, and made again.
  await expect(page.getByText('will be exchanged when you order')).toBeVisible();
  await expect(voucher).toBeVisible();
  // It goes on when the only ticket is removed, and another one is chosen.
  await removeOnly(page);
  await expect(page.getByText(/^Your exchange goes on: the ticket of booking/)).toBeVisible();
  await expect(page.getByText('Voucher RIVER-10 is used for what you choose next.')).toBeVisible();
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'Choose again' }).click();
  await page.waitForURL(/offers/);
  await chooseSessions(page);
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  await expect(page.getByText('will be exchanged when you order')).toBeVisible();
  await expect(voucher).toBeVisible();
  const back = await page.locator('#held dl div').nth(1).innerText();
  expect(back).toMatch(/You get back\s+€\d/);
  const amount = /€[\d.]+/.exec(back)?.[0] ?? '';
  // The details of the earlier booking are filled in.
  await expect(page.getByLabel(words.en.email).first()).toHaveValue(email);
  await page.getByRole('button', { name: words.en.orderFree }).last().click();
  await page.waitForURL(/orders/);
  await expect(page.getByRole('img', { name: /Code of ticket/ })).toHaveCount(1);
  await expect(page.locator('#summary').locator('..')).toContainText(`You get back${amount}`);

  await expect(bar).toHaveCount(0);
  await page.goto(earlier);
  await expect(page.getByText('This ticket is not valid any more: it was exchanged.')).toHaveCount(1);
  await expect(page.locator('#cancellations + ul')).toContainText(amount);
  // At the ticket, and in the list of what was exchanged.
  await expect(page.getByRole('link', { name: /^Exchanged for booking [A-Z0-9-]+\.$/ })).toHaveCount(2);
  await expect
    .poll(
      async () =>
        (await mailsTo(email)).find(({ text }) => text?.includes('1 ticket exchanged') === true)?.text,
    )
    .toContain(amount);
  await context.close();
});

test('the tickets of a family are exchanged with one tap, and the new time begins with as many of each type', async ({
  page,
}) => {
  const fields = {
    adult: quantityField(page, 'The Great Bend, adult'),
    child: quantityField(page, 'The Great Bend, child'),
  };
  const openTime = async (day: number) => {
    await page.goto(`${address('E2E_SHOP')}/en`);
    await follow(page, 'La Ligne d’Eau, River Boats');
    await follow(page, 'The Great Bend');
    await page.waitForURL(/events/);
    await openDay(page, day);
    await chooseTime(page);
  };
  await openTime(6);
  await fields.adult.fill('2');
  await fields.child.fill('1');
  await page.getByRole('button', { name: words.en.hold }).click();
  await fillDetails(page, 'family-changes@example.test', words.en);
  await page.getByRole('button', { name: words.en.orderAndPay }).last().click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: words.en.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: words.en.tickets })).toBeVisible({ timeout: 30_000 });
  const earlier = page.url();
  await page.goto(`${earlier}/rebook`);
  await page.getByRole('button', { name: /^Exchange all 3 tickets: / }).click();
  await page.waitForURL(/products/);
  const bar = page.getByRole('complementary', { name: 'What you are changing' });
  await expect(bar).toContainText('You are exchanging 3 tickets');
  await bar.getByRole('button', { name: 'Give up the exchange' }).click();
  await expect(bar.getByRole('status')).toBeFocused();
  await page.goto(`${earlier}/rebook`);
  await page.getByRole('button', { name: /^Exchange all 3 tickets: / }).click();
  await page.waitForURL(/products/);
  await openTime(7);
  await expect(fields.adult).toHaveValue('2');
  await expect(fields.child).toHaveValue('1');
  await page.getByRole('button', { name: words.en.hold }).click();
  await page.waitForURL(/checkout/);
  await expect(page.getByText('will be exchanged when you order')).toBeVisible();
  await page.getByRole('button', { name: words.en.orderFree }).last().click();
  await page.waitForURL(/orders/);
  await expect(page.getByRole('img', { name: /Code of ticket/ })).toHaveCount(3);
  await page.goto(`${earlier}/rebook`);
  await expect(page.getByText('Exchanged', { exact: true })).toHaveCount(3);
});

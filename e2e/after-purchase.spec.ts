import { expect, type Page } from '@playwright/test';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address, mailsTo, words } from './shop';

/** Opens the booking of a customer on the staff pages. */
async function openBooking(desk: Page, reference: string): Promise<void> {
  await desk.goto(`${address('E2E_SHOP')}/en/staff?q=${reference}`);
  await desk.getByRole('table').getByRole('link').first().click();
  await expect(desk.locator('main')).toContainText(reference);
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Booking');
}

test('the tickets of a lost dispute are blocked on the staff pages, and unblocked again', async ({
  page,
  desk,
}) => {
  const email = 'disputes@example.test';
  const reference = await buy(page, email);
  const order = page.url();
  await page.getByText('Share this ticket').click();
  const shared = await page.getByLabel('Link to this ticket').inputValue();

  await desk.goto(`${address('E2E_DEMO')}/payment`);
  const payment = desk.locator('section').filter({ hasText: email });
  await payment.getByRole('button', { name: 'Let the bank dispute it' }).click();
  await payment.getByRole('button', { name: 'Let the shop lose it' }).click();

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const lost = desk.getByRole('region', { name: /^Disputes lost/ });
  const entry = lost.getByRole('listitem').filter({ hasText: email });
  await expect(async () => {
    await desk.reload();
    await expect(entry).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(lost).toContainText('decided the dispute for the cardholder');
  await entry.getByRole('link').click();
  await expect(desk.locator('main')).toContainText(reference);
  await desk.getByRole('button', { name: 'Block the tickets' }).click();
  // The box was not ticked: the browser reports it, and nothing is sent.
  await expect(desk.getByRole('heading', { name: 'Block the tickets' })).toBeVisible();
  await desk.getByLabel('Yes, block the tickets of this booking').check();
  await desk.getByRole('button', { name: 'Block the tickets' }).click();
  await expect(desk.locator('main')).toContainText('is cancelled at the ticket service');

  const calendar = `${order.replace('/en/orders/', '/api/orders/')}/calendar`;
  await page.goto(order);
  await expect(page.getByRole('link', { name: words.en.download })).toHaveCount(0);
  expect((await page.request.get(calendar)).status()).toBe(403);
  await page.goto(shared);
  await expect(page.getByRole('heading', { name: 'This ticket is no longer valid' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  await desk.getByRole('button', { name: 'Unblock the tickets' }).click();
  await expect(desk.locator('main')).toContainText('Tickets unblocked');
  await page.goto(order);
  await expect(page.getByRole('link', { name: words.en.download }).first()).toBeVisible();
  expect((await page.request.get(calendar)).status()).toBe(200);

  await desk.getByRole('button', { name: 'It is dealt with' }).click();
  await expect(desk.locator('main')).toContainText('dealt with on');
  await desk.goto(`${address('E2E_SHOP')}/en/staff`);
  await expect(desk.getByRole('heading', { name: 'Waiting for a person' })).toBeVisible();
  await expect(entry).toHaveCount(0);
});

test('an undeliverable e-mail is sent again to the address that staff correct', async ({ page, desk }) => {
  const corrected = 'corrected@example.test';
  const reference = await buy(page, 'unknown@example.test');
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await expect(async () => {
    await openBooking(desk, reference);
    await expect(desk.getByRole('button', { name: 'Send again' })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await expect(desk.locator('main')).toContainText('the mail server answered 550');
  const address = desk.getByLabel('E-mail address of the customer');
  await address.fill('no address');
  await desk.getByRole('button', { name: 'Send again' }).click();
  await expect(desk.locator('main')).toContainText('This is not an e-mail address');
  await address.fill(corrected);
  await desk.getByRole('button', { name: 'Send again' }).click();
  await expect(address).toHaveCount(0);
  await expect
    .poll(async () => (await mailsTo(corrected)).map(({ subject }) => subject))
    .toEqual([expect.stringMatching(/ – your tickets$/)]);
});

test('several disputes are marked as answered at once on the staff pages; a URL that names no page shows the first one', async ({
  page,
  desk,
}) => {
  const emails = ['several-1@example.test', 'several-2@example.test'];
  for (const email of emails) await buy(page, email);
  await desk.goto(`${address('E2E_DEMO')}/payment`);
  for (const email of emails) {
    const payment = desk.locator('section').filter({ hasText: email });
    await payment.getByRole('button', { name: 'Let the bank dispute it' }).click();
  }
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const open = desk.getByRole('region', { name: /^Disputes to answer/ });
  const entryOf = (group: typeof open, email: string) =>
    group.getByRole('listitem').filter({ hasText: email });
  await expect(async () => {
    await desk.goto(`${address('E2E_SHOP')}/en/staff?group=dispute_open`);
    for (const email of emails) await expect(entryOf(open, email)).toHaveCount(1, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  for (const email of emails) await entryOf(open, email).getByRole('checkbox').check();
  await desk.getByRole('button', { name: 'The ticked ones are answered, or will not be' }).click();
  await expect(desk.getByText('2 entries were marked.')).toBeVisible();
  for (const email of emails) await expect(entryOf(open, email)).toHaveCount(0);
  const atBank = desk.getByRole('region', { name: /^Disputes that wait for the bank/ });
  await desk.goto(`${address('E2E_SHOP')}/en/staff?group=at_bank`);
  for (const email of emails) await expect(entryOf(atBank, email)).toHaveCount(1);

  for (const hostile of ['page=-1', 'page=abc', 'page=1000000000', 'page=2&page=3', 'page=%E2%82']) {
    const shown = await desk.goto(`${address('E2E_SHOP')}/en/staff?group=at_bank&${hostile}`);
    expect(shown?.status()).toBe(200);
    await expect(desk.getByRole('heading', { name: 'Waiting for a person' })).toBeVisible();
  }
});

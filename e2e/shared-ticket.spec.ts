import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { buy } from './desk';
import { test } from './recorded';
import { mailsTo, zoe } from './shop';

const email = 'sharing@example.test';
const codes = (page: Page) => page.getByRole('img', { name: /^Code of ticket/ });

/** The link of the only ticket on the page of an order. */
async function linkOn(page: Page): Promise<string> {
  await page.getByText('Share this ticket').click();
  return page.getByLabel('Link to this ticket').inputValue();
}

test('a ticket is shared by a link that shows this ticket alone, also without JavaScript', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const booking = await buy(page, email);
  const price = /€\d+\.\d\d/.exec(await page.getByRole('main').innerText())?.[0] ?? 'no price';
  const order = page.url();
  const link = await linkOn(page);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  const owner = await plain.newPage();
  await owner.goto(order);
  expect(await linkOn(owner)).toBe(link);
  await expect(owner.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await plain.close();

  const friends = await browser.newContext({ javaScriptEnabled: false });
  const friend = await friends.newPage();
  const answer = await friend.goto(link);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': expect.stringContaining('no-store'),
  });
  await expect(codes(friend)).toHaveCount(1);
  await expect(friend.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(friend.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer');
  const html = await friend.content();
  for (const [what, text] of Object.entries({ booking, email, price, mail: '@' })) {
    const isShown =
      what === 'mail' ? (await friend.getByRole('main').innerText()).includes(text) : html.includes(text);
    expect(isShown, `the page has the ${what}`).toBe(false);
  }
  await expect(friend.getByRole('main')).toContainText(zoe.lastname);
  await expect(friend.getByRole('link', { name: 'Directions' })).toBeVisible();

  const calendar = await friend.getByRole('link', { name: 'Add to calendar' }).getAttribute('href');
  const file = await friend.request.get(new URL(calendar ?? '', link).href);
  expect(file.headers()).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8' });
  const entry = (await file.text()).replaceAll('\r\n ', '');
  expect(entry).toMatch(/DTSTART:\d{8}T\d{6}Z/);
  expect(entry).not.toContain(new URL(link).pathname.split('/').pop());
  expect(entry).not.toContain(booking);
  await friend.goto(order);
  await expect(codes(friend)).toHaveCount(0);
  await friends.close();
  // The confirmation, which comes when its documents are drawn; the link sent no other.
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
});

test('a link with an error is 404, with its calendar file', async ({ page, desk }) => {
  await buy(page, 'wrong-link@example.test');
  const link = await linkOn(page);
  const wrong = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await desk.goto(wrong))?.status()).toBe(404);
  expect(desk.url()).toBe(wrong);
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('This link does not open a ticket');
  await expect(desk.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await desk.getByRole('link', { name: 'Find your orders' }).click();
  await desk.waitForURL(/\/en\/orders\/find$/);
  const calendar = `${wrong.replace('/en/tickets/', '/api/tickets/')}/calendar`;
  expect((await desk.request.get(calendar)).status()).toBe(404);
});

test('the page of one ticket opens without a connection, and is printed as a whole ticket', async ({
  page,
  browser,
}) => {
  await buy(page, 'friend@example.test');
  const link = await linkOn(page);
  const friends = await browser.newContext();
  const friend = await friends.newPage();
  await friend.goto(link);
  await friend.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => friend.evaluate(async () => (await caches.match(location.pathname)) !== undefined))
    .toBe(true);
  await friends.setOffline(true);
  await friend.reload();
  await expect(codes(friend)).toBeVisible();
  await expect(friend.getByText('This is the copy that was stored')).toBeVisible();
  await friend.emulateMedia({ media: 'print' });
  await expect(codes(friend)).toBeVisible();
  await expect(friend.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(friend.getByRole('main').getByRole('link')).toHaveCount(0);
  await friends.close();
});

test.describe('320 px wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('the link on the order, and the page of the ticket, are accessible', async ({ page }) => {
    const customer = 'axe-shared@example.test';
    await buy(page, customer);
    await expect.poll(async () => (await mailsTo(customer)).length).toBe(1);
    await page.goto(`${page.url()}?email=soon`);
    await expect(page.getByRole('status').filter({ hasText: 'was sent less than' })).toBeVisible();
    const link = await linkOn(page);
    await check(page);
    await page.goto(link);
    await check(page);
  });
});

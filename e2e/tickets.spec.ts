import { expect, test } from '@playwright/test';
import { buy } from './desk';
import { address, mailsTo, words } from './shop';

test('tickets on a phone: a large code on white, the address, directions, one number; printing prints only them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const booking = await buy(page, 'tickets@example.test');
  const main = page.getByRole('main');
  const ticket = main.getByRole('listitem').filter({ has: page.getByRole('img') });
  await expect(ticket).toHaveCount(1);
  const code = ticket.getByRole('img');
  const box = await code.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(240);
  await expect(code).toHaveAttribute(
    'src',
    /rect%20width%3D%22100%25%22%20height%3D%22100%25%22%20fill%3D%22%23fff%22/,
  );
  await expect(ticket).toContainText(/20\d\d/);
  await expect(ticket.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    /openstreetmap\.org/,
  );
  await expect(ticket.getByRole('link', { name: 'Open in a map app' })).toHaveAttribute('href', /^geo:/);
  await expect(main.getByText('Booking number')).toBeVisible();
  await expect(main.getByText(booking, { exact: true })).toHaveCount(1);

  await page.emulateMedia({ media: 'print' });
  await expect(code).toBeVisible();
  await expect(ticket.getByRole('heading')).toBeVisible();
  for (const other of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    main.getByRole('heading', { level: 1 }),
  ])
    await expect(other).toBeHidden();
  await expect(main.getByRole('link')).toHaveCount(0);
  await expect(ticket).toHaveCSS('break-inside', 'avoid');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('an order that was opened once opens without a connection', async ({ page, context }) => {
  await buy(page, 'offline@example.test');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.pathname)) !== undefined))
    .toBe(true);
  const note = page.getByText('This is the copy that was stored');
  await expect(note).toBeHidden();

  await context.setOffline(true);
  // The browser tells the worker a moment later that there is no connection: until then it still asks the shop.
  await expect(async () => {
    await page.reload();
    await expect(note).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('img', { name: /^Code of ticket/ }).first()).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(note).toBeHidden();
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { name: words.en.tickets })).toHaveCount(0);
  // The answer was 404, so the copy is removed.
  await expect
    .poll(() => page.evaluate(async () => (await caches.match(location.pathname)) === undefined))
    .toBe(true);
  await context.setOffline(true);
  await expect(page.reload()).rejects.toThrow(/ERR_FAILED/);
});

test('a calendar file of the visit, in the language of the page, for this customer only', async ({
  page,
  request,
}) => {
  const booking = await buy(page, 'calendar@example.test');
  const order = new URL(page.url()).pathname;
  await page.goto(`${address('E2E_SHOP')}${order.replace('/en/', '/fr/')}`);
  const link = page.getByRole('link', { name: 'Ajouter à l’agenda' });
  const href = (await link.getAttribute('href')) ?? '';
  const answer = await page.request.get(`${address('E2E_SHOP')}${href}`);
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `inline; filename="visit-${booking}.ics"`,
    'cache-control': 'private, no-store',
  });
  const file = (await answer.text()).replaceAll('\r\n ', '');
  // The tour lasts 75 minutes.
  const [, start = '', end = ''] = /DTSTART:(\S+Z)\r\nDTEND:(\S+Z)/.exec(file) ?? [];
  const time = (text: string) =>
    Date.parse(text.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
  expect(time(end) - time(start)).toBe(75 * 60_000);
  expect(time(start)).toBe(
    Date.parse((await page.locator('main time').first().getAttribute('datetime')) ?? ''),
  );
  expect(file).toContain(`Numéro de réservation\u00a0: ${booking}`);
  expect(file).toMatch(/\r\nGEO:[\d.-]+;[\d.-]+\r\n/);
  expect(file).not.toContain('/orders/link/');
  expect((await request.get(`${address('E2E_SHOP')}${href}`)).status()).toBe(404);
  expect((await page.request.get(`${address('E2E_SHOP')}${href}&visit=2`)).status()).toBe(404);
});

test('the e-mail can be sent again from the order’s page, but not at once; the stored copy does not repeat the answer', async ({
  page,
  context,
  browser,
}) => {
  const email = 'again@example.test';
  await buy(page, email);
  const order = page.url();
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Send the e-mail again' }).click();
  const answer = page
    .getByRole('status')
    .filter({ hasText: `The last e-mail to ${email} was sent less than` });
  await expect(answer).toBeVisible();
  await expect(answer).toBeFocused();

  const plain = await browser.newContext({
    storageState: await context.storageState(),
    javaScriptEnabled: false,
  });
  const without = await plain.newPage();
  await without.goto(order);
  await without.getByRole('button', { name: 'Send the e-mail again' }).click();
  await expect(without.getByText(`The last e-mail to ${email} was sent less than`)).toBeVisible();
  expect(new URL(without.url()).hash).toBe('#email');
  await plain.close();
  expect(await mailsTo(email)).toHaveLength(1);

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${order}?email=soon`);
  await expect(answer).toBeVisible();
  await page.goto(order);
  await page.goto(`${order}?email=soon`);
  await expect(answer).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('This is the copy that was stored')).toBeVisible();
  await expect(answer).toHaveCount(0);
});

import { expect } from '@playwright/test';
import { test } from './recorded';
import { address, holdFerry, words } from './shop';
import { buy, signIn, signOut } from './desk';

test('staff find an order by its reference and by e-mail, with its tickets and documents', async ({
  page,
  desk,
}) => {
  const email = 'staff-finds@example.test';
  const reference = await buy(page, email);
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  for (const query of [reference, email]) {
    await desk.goto(`${address('E2E_SHOP')}/en/staff`);
    await desk.getByLabel('Find a booking').fill(query);
    await expect(desk.locator('main')).toContainText(email);
  }
  await desk.locator('[data-result] a').first().click();
  await expect(desk.locator('main')).toContainText(reference);
  await expect(desk.locator('main')).toContainText('Guided tour of the stores');
  const download = desk.waitForEvent('download');
  await desk.getByRole('link', { name: /PDF/ }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await signOut(desk);
  await expect(desk.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await desk.goBack();
  await expect(desk.locator('main')).not.toContainText(email);
});

test('staff settle what no program can; then it leaves the list, and the customer is told', async ({
  page,
  desk,
}) => {
  const email = 'staff-settles@example.test';
  await holdFerry(page, email);
  const order = page.url().replace('/checkout/', '/orders/');
  await page.getByRole('button', { name: words.en.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: 'Pay one cent less', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'We are looking into your order' })).toBeVisible();

  await signIn(desk, 'staff@demo.test', 'demo-staff');
  const entry = desk.getByRole('listitem').filter({ hasText: email });
  await expect(entry).toContainText('refund it there, or make the order by hand');
  await entry.getByRole('link').click();
  await desk.getByRole('button', { name: 'It is settled' }).click();
  // No option was chosen: the browser reports it, and nothing is sent.
  await expect(desk.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await desk
    .getByLabel('How was it settled?')
    .selectOption('Paid back in another way, such as a bank transfer');
  await desk.getByLabel('Why').fill('One cent was missing');
  await desk.getByRole('button', { name: 'It is settled' }).click();
  await expect(desk.locator('main')).toContainText(
    /Settled by a person by Alix Staff · Paid back in another way, such as a bank transfer · One cent was missing/,
  );
  await expect(desk.getByRole('button', { name: 'It is settled' })).toHaveCount(0);
  await desk.goto(`${address('E2E_SHOP')}/en/staff`);
  await expect(desk.getByRole('heading', { name: 'Waiting for a person' })).toBeVisible();
  await expect(entry).toHaveCount(0);

  await page.goto(order);
  await expect(page.getByRole('heading', { name: 'Your money has been returned' })).toBeVisible();
});

test('no data is shown without the sign-in, or without the role', async ({ page }) => {
  const email = 'staff-refuses@example.test';
  await buy(page, email);
  await page.context().clearCookies();
  const search = `${address('E2E_SHOP')}/en/staff?q=${encodeURIComponent(email)}`;
  const answer = await page.goto(search);
  expect(await answer?.text()).not.toContain('Łukasz');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'visitor@demo.test', 'demo-visitor');
  const refused = await page.goto(search);
  expect(await refused?.text()).not.toContain('Łukasz');
  await expect(page.locator('main')).toContainText('This part is for staff');
});

test('the sign-in accepts no form from outside, however large', async ({ request }) => {
  for (const path of ['signin/staff', 'signout', 'callback/staff', 'session']) {
    const sent = (origin: string, characters: number) =>
      request.post(`${address('E2E_SHOP')}/api/auth/${path}`, {
        form: { csrfToken: 'x'.repeat(characters) },
        headers: { origin },
      });
    const answers = await Promise.all([
      sent('https://elsewhere.example', 1_000),
      sent(address('E2E_SHOP'), 1_000),
      sent(address('E2E_SHOP'), 1_000_000),
    ]);
    expect([path, ...answers.map((answer) => answer.status())]).toEqual([path, 403, 405, 413]);
  }
});

test('staff see in the timeline that a webhook came late, and that the order was made then', async ({
  page,
  desk,
}) => {
  const email = 'late-webhook@example.test';
  await holdFerry(page, email);
  await page.getByRole('button', { name: words.en.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  // The way back to the shop is lost, so only the webhook tells it of the payment.
  await page.route(`${address('E2E_SHOP')}/**`, (route) => route.abort());
  await page.getByRole('button', { name: 'Pay, webhook late', exact: true }).click();
  await page.close();
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.getByLabel('Find a booking').fill(email);
  await desk.locator('[data-result] a').first().click();
  const timeline = desk.getByRole('region', { name: 'What happened' });
  await expect(timeline).toContainText('Customer ordered');
  // The provider sends it after half a minute, unless the shop has found the payment in its list of events before.
  await expect(async () => {
    await desk.reload();
    await expect(timeline).toContainText('Order made', { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const entries = await timeline.innerText();
  const places = ['Customer ordered', 'Payment received', 'Order made'].map((text) => entries.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

import { expect, request, type Page } from '@playwright/test';
import { z } from 'zod';
import { fetchToken } from '../demo/identity/fetch-token';
import { findSecrets } from '../demo/common/secrets';
import { check as accessible } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address, chooseTime, fillDetails, follow, quantityField, words } from './shop';

const w = words.en;

/** To the checkout of a supper for two, whose kitchen has a question of every type for each guest. */
async function holdSupper(page: Page): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'The Lock Theatre');
  await follow(page, 'Table for Twelve');
  await chooseTime(page);
  await quantityField(page).fill('2');
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
}

const listSchema = z.object({
  member: z.array(
    z.object({
      externalReference: z.string().nullish(),
      items: z.array(z.object({ tickets: z.array(z.string()) })),
    }),
  ),
});
const ticketSchema = z.object({ answers: z.array(z.object({ field: z.string(), value: z.unknown() })) });

/** The answers on the tickets of a booking, as the service has them. */
async function answersAtService(booking: string): Promise<Record<string, unknown>[]> {
  const secrets = await findSecrets(address('E2E_DATA'));
  if (secrets === null) throw new Error('the demo has no secrets');
  const clientId = 'demo-storefront';
  const token = await fetchToken({
    demoUrl: address('E2E_DEMO'),
    clientId,
    clientSecret: secrets.clients[clientId],
    scopes: ['booking:read'],
  });
  const service = await request.newContext({
    baseURL: address('E2E_SERVICE'),
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const read = async (path: string): Promise<unknown> => (await service.get(path)).json();
  const { member } = listSchema.parse(await read('/v1/booking/orders?itemsPerPage=1000'));
  const order = member.find(({ externalReference }) => externalReference === booking);
  const paths = order?.items.flatMap(({ tickets }) => tickets) ?? [];
  const tickets = await Promise.all(paths.map(async (path) => ticketSchema.parse(await read(path))));
  await service.dispose();
  return tickets.map(({ answers }) => Object.fromEntries(answers.map(({ field, value }) => [field, value])));
}

/** Pays, and reads the number of the booking. */
async function payFor(page: Page): Promise<string> {
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  // Not a part of a ticket's code.
  const number = /(?<![\w-])[2-9A-Z]{4}-[2-9A-Z]{4}(?![\w-])/.exec(await page.locator('main').innerText());
  return number?.[0] ?? '';
}

/** At the desk: the age of the second guest is corrected, after a mistake. */
async function correctAge(desk: Page, order: string, age: string, hasScripts: boolean): Promise<void> {
  await signIn(desk, 'staff@demo.test', 'demo-staff');
  await desk.goto(`${address('E2E_SHOP')}/en/staff/orders/${order.split('/').at(-1)}`);
  await desk
    .getByRole('link', { name: /^Correct the name or the answers/ })
    .nth(1)
    .click();
  await expect(desk.getByLabel('Name on the place card')).toHaveValue('Grace');
  await desk.getByRole('textbox', { name: 'Age' }).fill('eleven');
  await desk.getByRole('button', { name: 'Save the answers' }).click();
  await expect(desk.locator('main').getByRole('alert')).toContainText('Age: Enter a number.');
  await expect(desk.getByRole('textbox', { name: 'Age' })).toHaveValue('eleven');
  // axe is a script.
  if (hasScripts) await accessible(desk);
  await desk.getByRole('textbox', { name: 'Age' }).fill(age);
  await desk.getByRole('button', { name: 'Save the answers' }).click();
  await expect(desk.getByRole('status')).toContainText('The answers were corrected.');
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('what an organiser asks for each ticket, and the company of the invoice, reach their places', async ({
      page,
      desk,
    }) => {
      await holdSupper(page);
      await fillDetails(page, `fields-${javaScriptEnabled}@example.test`, w);
      const guest = (number: number) => page.getByRole('group', { name: `ticket ${number} of 2` });
      const next = page.getByRole('button', { name: 'Continue' });
      const pay = page.getByRole('button', { name: w.orderAndPay });
      const step = (number: number) => page.getByRole('heading', { name: `Step ${number} of 3` });
      const summary = page.locator('main [role=alert]');
      // Who buys.
      await expect(step(1)).toBeVisible();
      await expect(pay).toHaveCount(0);
      await page.getByText('I need an invoice for a company').click();
      await page.getByLabel('VAT number').fill('FR1');
      await next.click();
      await expect(summary).toContainText('Enter the name of the company.');
      await expect(summary).toContainText('Enter a VAT number');
      // Not what later steps ask.
      await expect(summary).toContainText('Enter the address of the company.');
      await expect(summary.getByRole('link')).toHaveCount(3);
      await expect(page.getByLabel('VAT number')).toHaveValue('FR1');
      await page.getByRole('textbox', { name: /^Address/ }).fill('1 Quay\n69002 Lyon');
      await page.getByLabel('Company').fill('x'.repeat(256));
      await next.click();
      await expect(summary).toContainText('Company: At most 255 characters.');
      await page.getByLabel('Company').fill('Ada & Co');
      await expect(page.getByRole('textbox', { name: /^Address/ })).toHaveValue('1 Quay\n69002 Lyon');
      await page.getByLabel('VAT number').fill('40 303 265 045');
      await next.click();
      // The first ticket.
      await expect(step(2)).toBeVisible();
      if (javaScriptEnabled) await expect(step(2)).toBeFocused();
      await guest(1).getByLabel('Name on the place card').fill('Ada');
      await guest(1).getByLabel('Age').fill('eleven');
      await next.click();
      await expect(summary).toContainText('Ticket 1: Age: Enter a number.');
      await expect(guest(1).getByLabel('Age')).toHaveValue('eleven');
      if (javaScriptEnabled) await accessible(page);
      await guest(1).getByLabel('Age').fill('36');
      await guest(1).getByLabel('Menu').selectOption({ label: 'Fish from the river' });
      await guest(1).getByLabel('Nuts').check();
      await guest(1).getByLabel('Gluten').check();
      await guest(1).getByLabel('With wine').check();
      await guest(1).getByLabel('Anything else?').fill('By the window, please');
      await guest(1).getByLabel('Birthday').fill('1815-12-10');
      await guest(1).getByLabel('When will you arrive?').fill('18:45');
      await guest(1).getByLabel('Where do you come from?').selectOption({ label: w.france });
      await guest(1).getByLabel('Phone number for emergencies').fill('+33 6 12 34 56 78');
      await guest(1).getByLabel('Where do we send the recipe').fill('recipe@example.test');
      await next.click();
      // The second ticket; what was typed before is there when the customer goes back.
      await expect(step(3)).toBeVisible();
      await guest(2).getByLabel('Age').fill('11');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(guest(1).getByLabel('Gluten')).toBeChecked();
      await guest(1).getByLabel('Nuts').uncheck();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page.getByLabel(w.firstname, { exact: true })).toHaveValue('Zoë');
      await next.click();
      await expect(guest(1).getByLabel('Nuts')).not.toBeChecked();
      await next.click();
      await expect(guest(2).getByLabel('Age')).toHaveValue('11');
      await pay.click();
      await expect(summary).toContainText('Ticket 2: Age: 12 or more.');
      await expect(summary).toContainText('Ticket 2: Name on the place card: Please answer this.');
      await guest(2).getByLabel('Name on the place card').fill('Grace');
      await guest(2).getByLabel('Age').fill('12');
      await guest(2).getByLabel('Menu').selectOption({ label: 'From the garden, without meat' });
      if (javaScriptEnabled) {
        await page.reload();
        await expect(guest(2).getByLabel('Age')).toHaveValue('12');
      }
      await pay.click();
      const booking = await payFor(page);
      await expect(page.getByText('Ada & Co, FR40303265045')).toBeVisible();
      const grace = { card: 'Grace', menu: 'garden', age: 12, wine: false };
      await expect
        .poll(() => answersAtService(booking))
        .toEqual([
          {
            card: 'Ada',
            menu: 'fish',
            allergies: ['gluten'],
            age: 36,
            wine: true,
            wish: 'By the window, please',
            birthday: '1815-12-10',
            arrival: '18:45',
            from: 'FR',
            emergency: '+33 6 12 34 56 78',
            recipe: 'recipe@example.test',
          },
          grace,
        ]);

      await correctAge(desk, page.url(), '13', javaScriptEnabled);
      await expect.poll(async () => (await answersAtService(booking))[1]).toEqual({ ...grace, age: 13 });
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a second ticket gets the answers of the first one', async ({ page }) => {
      await holdSupper(page);
      await fillDetails(page, `same-${javaScriptEnabled}@example.test`, w);
      const guest = (number: number) => page.getByRole('group', { name: `ticket ${number} of 2` });
      const next = page.getByRole('button', { name: 'Continue' });
      await next.click();
      await expect(guest(1).getByLabel(/^The same answers/)).toHaveCount(0);
      await guest(1).getByLabel('Name on the place card').fill('The Lovelaces');
      await guest(1).getByLabel('Menu').selectOption({ label: 'Fish from the river' });
      await guest(1).getByLabel('Age').fill('36');
      await next.click();
      await guest(2)
        .getByLabel(/^The same answers/)
        .check();
      await expect(guest(2).getByLabel('Age')).toBeHidden();
      if (javaScriptEnabled) await accessible(page);
      await page.getByRole('button', { name: w.orderAndPay }).click();
      const booking = await payFor(page);
      const both = { card: 'The Lovelaces', menu: 'fish', age: 36, wine: false };
      await expect.poll(() => answersAtService(booking)).toEqual([both, both]);
    });
  });
}

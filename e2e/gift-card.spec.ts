import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { signIn } from './desk';
import { test } from './recorded';
import { address, downloadedText, fillDetails, follow, holdAndPay, openDay, words } from './shop';

const w = words.en;
const ofCards = { ...w, tickets: 'Here is your gift card', download: /Gift card as PDF/ };
const code = /[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){4}/;

/** What looks for faults of accessibility, which takes scripts. */
type Look = (page: Page) => Promise<void>;
const withoutLook: Look = () => Promise.resolve();

/** Buys a gift card of EUR 50.00, and resolves to its code; the page of the order is open then. */
async function buyCard(page: Page, email: string, look: Look): Promise<string> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'Lormeau Museum');
  await follow(page, 'Gift card');
  await page.waitForURL(/events/);
  await expect(page.locator('main')).toContainText(
    'You get a code that pays for tickets of this organiser until',
  );
  await page.getByRole('spinbutton').nth(0).fill('0');
  await page.getByRole('spinbutton').nth(1).fill('1');
  await look(page);
  await holdAndPay(page, email, ofCards, 'Hold this gift card');
  await expect(page.locator('main')).not.toContainText(/ticket/i);
  await expect(page.locator('main')).toContainText('€50.00 left');
  const [found = ''] = code.exec(await page.locator('.printed-ticket').innerText()) ?? [];
  expect(found).toMatch(code);
  return found;
}

/** Holds tickets of the collection at EUR 9.00, and applies the code. */
async function holdWithCode(page: Page, giftCard: string, count: number): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/en`);
  await follow(page, 'Lormeau Museum');
  await follow(page, 'Water and Thread');
  await openDay(page, 5);
  await page.getByRole('spinbutton').first().fill(String(count));
  await page.getByRole('button', { name: w.hold }).click();
  await page.getByText('Do you have a voucher or a gift card?').click();
  await page.getByLabel('Code', { exact: true }).fill(giftCard.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The voucher is applied.')).toBeVisible();
}

async function orderFree(page: Page, email: string): Promise<void> {
  await fillDetails(page, email, w);
  await page.getByRole('button', { name: w.orderFree }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

/** Buys a card, uses a part, cancels what was bought with it, and uses what is left then. */
async function useInParts(page: Page, name: string, look: Look): Promise<void> {
  const giftCard = await buyCard(page, `${name}-buys@example.test`, look);
  const order = page.url();
  await look(page);
  const text = (await downloadedText(page, ofCards)).replaceAll(/\s+/g, ' ');
  expect(text.replaceAll(' ', '')).toContain(giftCard);
  expect(text).toContain('Valid until 31 December');

  const late = await page.context().newPage();
  await late.goto(`${order}/cancel`);
  await late.getByRole('checkbox').first().check();
  await late.getByRole('button', { name: 'Continue' }).click();

  await holdWithCode(page, giftCard, 2);
  await expect(page.getByText(`Gift card ${giftCard}: €18.00 off, €32.00 remain afterwards`)).toBeVisible();
  await look(page);
  await orderFree(page, `${name}-visits@example.test`);
  await expect(page.locator('#summary').locator('..')).toContainText(`Gift card ${giftCard}`);
  const visit = page.url();
  await page.goto(order);
  await expect(page.locator('main')).toContainText('€32.00 left');
  // It can't be given back while it is used: that is not offered, and the page of that says why.
  await expect(page.getByRole('link', { name: 'Cancel gift cards' })).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText('Free cancellation');
  await late.getByRole('button', { name: 'Cancel and get €50.00 back' }).click();
  await expect(late.getByText('something of this one is used. Nothing was changed.')).toBeVisible();
  await late.close();
  await page.goto(`${order}/cancel`);
  await expect(page.locator('main')).toContainText(
    'Used already. A gift card can be cancelled only as long as nothing of it is used.',
  );
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);

  await page.goto(visit);
  await page.getByRole('link', { name: 'Cancel tickets' }).click();
  await expect(page.getByText('Back on the gift card: €7.20')).toHaveCount(2);
  await look(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Back on the gift card: €14.40')).toBeVisible();
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect(page.locator('#cancellations')).toBeVisible();
  await page.goto(order);
  await expect(page.locator('main')).toContainText('€46.40 left');

  // The rest pays for a part.
  await holdWithCode(page, giftCard, 6);
  await expect(page.getByText(`Gift card ${giftCard}: €46.40 off, €0.00 remain afterwards`)).toBeVisible();
  await fillDetails(page, `${name}-again@example.test`, w);
  await page.getByRole('button', { name: /^Order and pay €7.60/ }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
  await page.goto(order);
  await expect(page.locator('main')).toContainText('€0.00 left');
}

test('a gift card is bought, used in parts, and has back what is cancelled; staff see what is left', async ({
  page,
  desk,
}) => {
  test.slow();
  await useInParts(page, 'gift-card', check);
  await signIn(desk, 'reader@demo.test', 'demo-reader');
  await desk.getByRole('link', { name: 'Catalogues' }).click();
  await desk.getByRole('link', { name: 'Lormeau Museum' }).click();
  await desk.getByRole('link', { name: 'Vouchers' }).click();
  const row = desk.getByRole('row', { name: /Gift card of €50.00, €0.00 left/ });
  await expect(row.first()).toContainText('Used up');
  await check(desk);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a gift card is bought, used in parts, and has back what is cancelled', async ({ page }) => {
    test.slow();
    await useInParts(page, 'plain-gift-card', withoutLook);
  });

  test('a gift card that nobody has used is given back', async ({ page }) => {
    const giftCard = await buyCard(page, 'gives-back@example.test', withoutLook);
    await page.getByRole('link', { name: 'Cancel gift cards' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Cancel and get €50.00 back' }).click();
    await expect(page.locator('main')).toContainText('Cancelled and refunded.');
    await page.goto(`${address('E2E_SHOP')}/en`);
    await follow(page, 'Lormeau Museum');
    await follow(page, 'Water and Thread');
    await openDay(page, 5);
    await page.getByRole('button', { name: w.hold }).click();
    await page.getByText('Do you have a voucher or a gift card?').click();
    await page.getByLabel('Code', { exact: true }).fill(giftCard);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
      /can’t be used any more/,
    );
  });
});

import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from './recorded';
import { address, chooseMuseumAndBoat, holdAndPay, holdFerry, mailsTo, words, zoe } from './shop';

const found = {
  en: {
    find: 'Find my order',
    byEmail: 'Find orders by e-mail',
    send: 'Send the code',
    show: 'Show my orders',
    wrong: 'This code is not right',
    list: 'Your orders',
  },
  fr: {
    find: 'Retrouver ma commande',
    byEmail: 'Retrouver des commandes par e-mail',
    send: 'Envoyer le code',
    show: 'Afficher mes commandes',
    wrong: 'Ce code n’est pas le bon',
    list: 'Vos commandes',
  },
} as const;

async function codeFor(email: string): Promise<string> {
  const read = async () => {
    const mails = await mailsTo(email);
    return (
      mails.map(({ text }) => /\b\d{4} \d{4}\b/.exec(text ?? '')?.[0] ?? '').find((one) => one !== '') ?? ''
    );
  };
  await expect.poll(read).not.toBe('');
  return read();
}

async function enter(page: Page, code: string, show: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: show }).click();
}

for (const [javaScriptEnabled, language] of [
  [true, 'en'],
  [false, 'fr'],
] as const) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, in ${language}`, () => {
    test.use({ javaScriptEnabled });

    test('an order is found again by e-mail, in a browser without cookies', async ({ page }) => {
      const [w, f, email] = [words[language], found[language], `finds-${language}@example.test`];
      await chooseMuseumAndBoat(page, language);
      await holdAndPay(page, email, w);
      const order = page.url();
      await page.context().clearCookies();
      await page.goto(order);
      await expect(page.locator('main')).not.toContainText(zoe.lastname);
      await page.getByRole('contentinfo').getByRole('link', { name: f.find }).click();
      await page.getByRole('main').getByRole('link', { name: f.byEmail }).click();
      await page.getByLabel(w.email).fill(email.toUpperCase());
      await page.getByRole('button', { name: f.send }).click();
      const code = await codeFor(email);
      await enter(page, code === '0000 0000' ? '1111 1111' : '0000 0000', f.show);
      await expect(page.locator('main')).toContainText(f.wrong);
      await enter(page, code, f.show);
      await expect(page.getByRole('heading', { name: f.list })).toBeVisible();
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await expect(page.locator('main')).toContainText(zoe.lastname);
      // The code can be used once.
      await page.context().clearCookies();
      await page.goto(`${address('E2E_SHOP')}/${language}/orders`);
      await expect(page.locator('main')).not.toContainText(zoe.lastname);
    });
  });
}

test('a search without orders shows the same page, and sends no e-mail', async ({ page }) => {
  await page.goto(`${address('E2E_SHOP')}/en/orders/find`);
  await page.getByLabel('E-mail').fill('nobody@example.test');
  await page.getByRole('button', { name: found.en.send }).click();
  await expect(page.locator('main')).toContainText('If there are orders for nobody@example.test');
  await enter(page, '1234 5678', found.en.show);
  await expect(page.locator('main')).toContainText(found.en.wrong);
  expect(await mailsTo('nobody@example.test')).toEqual([]);
});

test('an invalid link opens nothing', async ({ page }) => {
  await page.goto(`${address('E2E_SHOP')}/en/orders/link/${'x'.repeat(43)}`);
  await expect(page).toHaveURL(/\/en\/orders\/lost-link$/);
  await expect(page.getByRole('link', { name: /order/i }).first()).toBeVisible();
});

test('a booking of another browser is 404 like one that does not exist, with a page that helps', async ({
  page,
  desk,
}) => {
  await holdFerry(page, 'own-browser@example.test');
  const checkout = page.url();
  const pages = [checkout, checkout.replace('/checkout/', '/orders/')];
  for (const foreign of pages) {
    const unknown = foreign.replace(/[0-9a-f-]{36}/, randomUUID());
    expect(unknown).not.toBe(foreign);
    const shown: string[] = [];
    for (const url of [unknown, foreign]) {
      const answer = await desk.goto(url);
      expect([url, answer?.status()]).toEqual([url, 404]);
      await expect(desk).toHaveURL(url);
      await expect(desk.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
      await expect(desk.getByRole('link', { name: 'Find my order by e-mail' })).toBeVisible();
      shown.push(await desk.locator('main').innerText());
    }
    expect(shown[0]).toBe(shown[1]);
    // Next's client takes only a 200 for a navigation.
    const navigation = await desk.request.get(`${foreign}?_rsc=abcde`, { headers: { rsc: '1' } });
    expect(navigation.status()).toBe(200);
  }
  expect((await page.goto(checkout))?.status()).toBe(200);
  const place = await desk.goto(`${address('E2E_SHOP')}/en/waiting-list/${'x'.repeat(43)}`);
  expect(place?.status()).toBe(404);
});

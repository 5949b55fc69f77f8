import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { walletFiles } from '@/demo/wallet-files';
import { filesOfPass, isSigned } from '@/testing/signed-pass';
import { check } from './accessible';
import { buy } from './desk';
import { test } from './recorded';
import { address, zoe } from './shop';

const files = () => walletFiles(address('E2E_DATA'));
const apple = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Add to Apple Wallet/ });
const google = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Add to Google Wallet/ });

async function addressOf(link: ReturnType<typeof apple>): Promise<string> {
  return new URL((await link.getAttribute('href')) ?? '', address('E2E_SHOP')).href;
}

const passSchema = z.object({
  barcodes: z.array(z.object({ message: z.string(), altText: z.string() })),
  eventTicket: z.object({ auxiliaryFields: z.array(z.object({ value: z.string() })) }),
});

test('a ticket is added to Apple Wallet and Google Wallet, from the order and by its own link', async ({
  page,
  request,
}) => {
  const booking = await buy(page, 'wallet@example.test');
  const number = await page.getByText('Ticket number').locator('xpath=following-sibling::*').innerText();
  const pass = await request.get(await addressOf(apple(page)));
  expect(pass.headers()).toMatchObject({
    'content-type': 'application/vnd.apple.pkpass',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  const body = await pass.body();
  expect(await isSigned(body, await readFile(files().authority, 'utf8'))).toBe(true);
  const json = filesOfPass(body).get('pass.json')?.toString() ?? '';
  const content = passSchema.parse(JSON.parse(json));
  expect(content.barcodes).toEqual([expect.objectContaining({ altText: number })]);
  expect(content.eventTicket.auxiliaryFields.map(({ value }) => value)).toContain(
    `${zoe.firstname} ${zoe.lastname}`,
  );
  expect(json).not.toContain(booking);

  const saved = await request.get(await addressOf(google(page)), { maxRedirects: 0 });
  expect(saved.status()).toBe(303);
  expect(saved.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  const target = saved.headers()['location'] ?? '';
  expect(target).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//);
  const account = z
    .object({ private_key: z.string() })
    .parse(JSON.parse(await readFile(files().account, 'utf8')));
  const key = createPublicKey(account.private_key);
  const { payload } = await jwtVerify(target.split('/').at(-1) ?? '', key, { audience: 'google' });
  expect(JSON.stringify(payload)).toContain(number);
  expect(JSON.stringify(payload)).not.toContain(booking);

  await page.getByText('Share this ticket').click();
  await page.goto(await page.getByLabel('Link to this ticket').inputValue());
  expect((await request.get(await addressOf(apple(page)))).status()).toBe(200);
  await expect(google(page)).toBeVisible();
  const wrong = (await addressOf(apple(page))).replace(/.(?=\/apple-wallet)/, (last) =>
    last === 'A' ? 'B' : 'A',
  );
  expect((await request.get(wrong)).status()).toBe(404);
});

test('the buttons of the wallets fit on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await buy(page, 'small-wallet@example.test');
  await expect(apple(page)).toBeVisible();
  await check(page);
});

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, devices, type Page } from '@playwright/test';
import { launchChromium } from './launch-chromium';
import { chooseMuseumAndBoat, fillDetails, suggestions, words } from './shop';
import { startOwnPrograms } from './start-programs';

// `npm run pictures:pages`: writes pictures of the shop's pages to docs/pictures/pages, as customers see them first.

const folder = 'docs/pictures/pages';
const language = 'en';
const w = words[language];

const screens = {
  phone: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 800 } },
  'phone-dark': { ...devices['Pixel 7'], deviceScaleFactor: 1, colorScheme: 'dark' },
} as const;
type Screen = keyof typeof screens;

/** Goes through the shop like a customer, and takes a picture of each page. */
async function takePictures(browser: Browser, shopUrl: string, screen: Screen): Promise<void> {
  const context = await browser.newContext(screens[screen]);
  const page = await context.newPage();
  const take = async (name: string) => {
    await page.waitForLoadState('networkidle');
    // Pictures below the window are loaded only when they are needed.
    await page.waitForFunction(() =>
      [...document.images].every(
        (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
      ),
    );
    await page.screenshot({ path: join(folder, `${name}-${screen}.jpg`), type: 'jpeg', quality: 75 });
  };
  await page.goto(`${shopUrl}/${language}`);
  await take('home');
  await page.goto(`${shopUrl}/${language}/search?category=theatre`);
  await take('search');
  await page.locator('main h3 a').first().click();
  await page.waitForURL(/events/);
  await take('event');
  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link').last().click();
  await page.waitForURL(/catalogs\/[^/]+$/);
  await take('catalogue');
  await page.goto(`${shopUrl}/${language}`);
  await page.locator('main a').filter({ hasText: 'River Boats' }).click();
  await page.getByRole('link', { name: /^All \d+ places$/ }).click();
  await page.waitForURL(/places$/);
  await take('places');
  await chooseMuseumAndBoat(page, language);
  await take('offer');
  await page.goBack();
  await take('product');
  await page.goForward();
  await buy(page, take);
  await context.close();
}

async function buy(page: Page, take: (name: string) => Promise<void>): Promise<void> {
  // A browser that goes forward may have lost the choice of times.
  await suggestions(page).first().click();
  await page.getByRole('button', { name: w.hold }).click();
  await page.waitForURL(/checkout/);
  await take('checkout');
  await fillDetails(page, 'pictures@example.test', w);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await page.getByRole('heading', { name: w.tickets }).waitFor();
  await take('tickets');
}

const { programs, stop } = await startOwnPrograms();
process.env['E2E_SHOP'] = programs.storefrontUrl;
const browser = await launchChromium();
try {
  await mkdir(folder, { recursive: true });
  for (const screen of Object.keys(screens) as Screen[]) {
    await takePictures(browser, programs.storefrontUrl, screen);
  }
} finally {
  await browser.close();
  await stop();
}

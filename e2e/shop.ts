import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { pdfText } from '@/testing/pdf-text';

/** The URL of a program of this run, set by e2e/start-programs.ts. */
type Place =
  'E2E_SHOP' | 'E2E_SERVICE' | 'E2E_DEMO' | 'E2E_DATA' | 'E2E_SHOP_METRICS' | 'E2E_SERVICE_METRICS';

export function address(of: Place): string {
  const value = process.env[of];
  if (value === undefined) throw new Error(`${of} is not set: the programs were not started`);
  return value;
}

/** The labels of the shop's controls, by language. */
export const words = {
  en: {
    soldOut: 'Sold out',
    hold: 'Hold these tickets',
    firstname: 'First name',
    lastname: 'Last name',
    // Of the customer: that of a gift has a longer label.
    email: /^E-mail$/,
    country: 'Country',
    france: 'France',
    orderAndPay: /^Order and pay €/,
    orderFree: 'Order the tickets, nothing to pay',
    pay: 'Pay',
    tickets: 'Here are your tickets',
    download: /Tickets as PDF/,
  },
  fr: {
    soldOut: 'Complet',
    hold: 'Réserver ces billets',
    firstname: 'Prénom',
    lastname: 'Nom',
    // Of the customer: that of a gift has a longer label.
    email: /^E-mail$/,
    country: 'Pays',
    france: 'France',
    orderAndPay: /^Commander et payer .+€/,
    orderFree: 'Commander les billets, rien à payer',
    pay: 'Payer',
    tickets: 'Voici vos billets',
    download: /Billets en PDF/,
  },
} as const;
type OwnWords = (typeof words)['en' | 'fr'];
/** A booking of gift cards has another heading, and another name of its PDF. */
export type Words = Omit<OwnWords, 'tickets' | 'download'> & {
  readonly tickets: string;
  readonly download: RegExp;
};

export const zoe = { firstname: 'Zoë', lastname: 'Łukasz-Nuñez' };

/** Follows the link to what has that name: a catalogue, an event, a product. */
export async function follow(page: Page, name: string): Promise<void> {
  const links = page.getByRole('main').getByRole('link');
  const heading = links.filter({ has: page.getByRole('heading', { name, exact: true }) });
  await heading
    .or(links.and(page.getByRole('link', { name, exact: true })))
    .first()
    .click();
}

/**
 * Chooses, for each ticket that needs one, its first session that is not sold out, beginning with the last of
 * the day.
 */
export async function chooseSessions(page: Page): Promise<string[]> {
  const times: string[] = [];
  await page
    .locator('main form')
    .filter({ has: page.getByRole('spinbutton') })
    // Below it may be the form of the waiting list, for sessions that are sold out.
    .first()
    .waitFor();
  for (const group of await page.locator('main form fieldset').all()) {
    const free = group.getByRole('radio').and(page.locator(':enabled'));
    if ((await free.count()) === 0) continue;
    const choice = group
      .locator('label')
      .filter({ has: page.locator('input[type=radio]:enabled') })
      .last();
    times.push((await choice.locator('time').innerText()).trim());
    await choice.click();
  }
  return times;
}

/** How many of the only type of tickets; or of the one with this name. */
export const quantityField = (page: Page, type?: string) =>
  page
    .locator('main form')
    .filter({ has: page.getByRole('group', { name: /^(How many\?|Combien \?)$/ }) })
    .getByRole('spinbutton', type === undefined ? {} : { name: type });

/** Chooses the last time of an event's day that has places; resolves to it. */
export async function chooseTime(page: Page): Promise<string> {
  const session = page.locator('#times a:has(time)').last();
  const time = (await session.locator('time').innerText()).trim();
  await session.click();
  await page.waitForURL(/session=/);
  await expect(session).toHaveAttribute('aria-current', 'true');
  return time;
}

/** The address of the offer that the form on the page is for, with the chosen session. */
export async function offerAddress(page: Page): Promise<string> {
  const form = page.locator('main form').filter({ has: page.locator('[name=offerId]') });
  const offer = await form.locator('[name=offerId]').inputValue();
  const session = await form.locator('[name^="session."]').first().inputValue();
  return `${page.url().replace(/\/(events|products)\/.*/, '')}/offers/${offer}?session=${session}`;
}

/** The links of a calendar, or of a strip of days on a phone, to days that are not sold out. */
export const bookableDays = (page: Page) =>
  page.locator(':is(table, li[id^=day-]) a:not(:has(.line-through)):visible');

/**
 * Opens a day that is not sold out, counted from 0, of those that the page shows.
 */
export async function openDay(page: Page, index: number): Promise<void> {
  await bookableDays(page).first().waitFor();
  const day = bookableDays(page).nth(index);
  const href = (await day.getAttribute('href')) ?? '';
  const date = new URL(href, page.url()).searchParams.get('date') ?? '';
  await day.click();
  await page.waitForURL((url) => url.searchParams.get('date') === date);
}

/** Fills in the customer's details. */
export async function fillDetails(page: Page, email: string, w: Words): Promise<void> {
  await page.getByLabel(w.firstname, { exact: true }).fill(zoe.firstname);
  await page.getByLabel(w.lastname, { exact: true }).fill(zoe.lastname);
  await page.getByLabel(w.email).fill(email);
  await page.getByLabel(w.country).selectOption({ label: w.france });
}

/** From the front page to the form of the museum and the boat, on one of the days that are on sale. */
export async function openMuseumAndBoat(
  page: Page,
  language: 'en' | 'fr',
  // The second day: none of its sessions has begun.
  day = 1,
): Promise<void> {
  await page.goto(`${address('E2E_SHOP')}/${language}`);
  await follow(page, language === 'en' ? 'La Ligne d’Eau, River Boats' : 'La Ligne d’Eau');
  await follow(page, language === 'en' ? 'Museum and Boat' : 'Musée et bateau');
  await openDay(page, day);
}

/** The combinations that the form suggests. */
export const suggestions = (page: Page) => page.locator('main form li:not([id^=day-])').getByRole('link');

/**
 * From the front page to the form of the museum and the boat, with the first suggested combination; resolves to its
 * times, in the order of the form.
 */
export async function chooseMuseumAndBoat(page: Page, language: 'en' | 'fr'): Promise<string[]> {
  await openMuseumAndBoat(page, language);
  await suggestions(page).first().click();
  const chosen = page.locator('main form label').filter({ has: page.locator('input:checked') });
  await expect(chosen).toHaveCount(2);
  const times = await chosen.locator('time').allInnerTexts();
  return times.map((time) => time.trim());
}

/** From the English front page to the form of a ferry ticket, with a session chosen. */
export async function chooseFerry(page: Page, shopUrl: string): Promise<void> {
  const boats = 'La Ligne d’Eau, River Boats';
  // A shop that was just started may say on a busy machine that it makes a short pause: a customer loads the page again.
  await expect(async () => {
    await page.goto(`${shopUrl}/en`);
    await expect(page.getByRole('main')).toContainText(boats, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await follow(page, boats);
  await follow(page, 'The Ferry');
  await page.waitForURL(/events/);
  await openDay(page, 1);
  await chooseTime(page);
}

/** From the English front page to a ferry ticket, and submits the form. */
export async function askForFerry(page: Page, shopUrl: string): Promise<void> {
  await chooseFerry(page, shopUrl);
  await page.getByRole('button', { name: words.en.hold }).click();
}

/** From the English front page to the details of a held ferry ticket, filled in. */
export async function holdFerry(page: Page, email: string, shopUrl = address('E2E_SHOP')): Promise<void> {
  await askForFerry(page, shopUrl);
  await fillDetails(page, email, words.en);
}

/** From the offer page to the tickets: hold (the name of its button), details, payment. */
export async function holdAndPay(page: Page, email: string, w: Words, hold: string = w.hold): Promise<void> {
  await page.getByRole('button', { name: hold }).click();
  await fillDetails(page, email, w);
  await page.getByRole('button', { name: w.orderAndPay }).click();
  await page.waitForURL(/\/pay\//);
  await page.getByRole('button', { name: w.pay, exact: true }).click();
  await expect(page.getByRole('heading', { name: w.tickets })).toBeVisible({ timeout: 30_000 });
}

/** The text of a PDF that a click downloads, its lines joined by spaces. */
export async function downloadedText(page: Page, w: Words): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: w.download }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^[\w.-]+\.pdf$/);
  return pdfText(await readFile(await file.path()));
}

const mailSchema = z.array(
  z.object({ to: z.array(z.string()), subject: z.string(), text: z.string().nullable() }),
);

/** The addresses that the shop tells search engines. */
export async function listedAddresses(request: APIRequestContext): Promise<string[]> {
  const addressesIn = async (url: string) => {
    const xml = await (await request.get(url)).text();
    return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) => found);
  };
  const files = await addressesIn(`${address('E2E_SHOP')}/sitemap.xml`);
  return (await Promise.all(files.map(addressesIn))).flat();
}

/** The e-mails to an address, newest first. */
export async function mailsTo(email: string, demoUrl = address('E2E_DEMO')) {
  const response = await fetch(`${demoUrl}/mail.json?to=${encodeURIComponent(email)}`);
  return mailSchema.parse(await response.json());
}

/** Every e-mail of the run. */
export async function allMails() {
  const response = await fetch(`${address('E2E_DEMO')}/mail.json`);
  return mailSchema.parse(await response.json());
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { languages } from '@/lib/locale/languages';
import { mailsTo } from '../../e2e/shop';
import { type Browser, expectShown, openBrowser, type Shown } from './browser';
import { type Form, formWith, neededForm } from './page';
import { anyOf, oneOf } from './random';
import type { Soak } from './soak';

const mostSteps = 10;
const documentSeconds = 60;
const mailSeconds = 60;
const keptCustomers = 3;

/** How a visit continues when tickets are held. */
const plans = [
  'pay',
  'mistype',
  'abandon',
  'decline',
  'leave payment',
  'pay',
  'find again',
  'authenticate',
  'give back',
  'never',
  'expire',
] as const;

/** One visit of a customer to the shop, from the front page on; each continues by the next of the plans. */
export function buyers(soak: Soak, chosen: readonly (typeof plans)[number][] = plans): () => Promise<void> {
  let visits = 0;
  return async () => {
    const plan = chosen[visits++ % chosen.length] ?? 'pay';
    const browser = openBrowser(soak.shopUrl, soak.tally, soak.signal);
    const checkout = await hold(browser);
    if (checkout !== null) await goOn(soak, { browser, checkout }, plan);
  };
}

interface Visit {
  browser: Browser;
  checkout: Shown;
}

async function goOn(soak: Soak, visit: Visit, plan: (typeof plans)[number]): Promise<void> {
  const { tally } = soak;
  switch (plan) {
    case 'abandon':
      tally.did('buyers', 'holds abandoned');
      return;
    case 'give back':
      await release(soak, visit);
      return;
    case 'leave payment':
      if (isPayPage(await order(visit))) tally.did('buyers', 'payment pages abandoned');
      return;
    case 'mistype':
      await mistype(visit);
      tally.did('buyers', 'forms that were mistyped');
      await purchase(soak, visit, 'pay');
      return;
    case 'expire':
      await purchase(soak, { ...visit, checkout: await holdAgain(soak, visit) }, 'pay');
      return;
    case 'find again': {
      const email = randomEmail();
      if (await purchase(soak, visit, 'pay', email)) await findAgain(soak, email);
      return;
    }
    case 'pay':
    case 'decline':
    case 'authenticate':
    case 'never':
      await purchase(soak, visit, plan);
  }
}

/** Goes from the front page to an offer and holds it; null if there is no way on, or if the offer is gone. */
async function hold(browser: Browser): Promise<Shown | null> {
  const language = oneOf(languages, 'language');
  let shown = await browser.open(`/${language}`);
  for (let step = 0; step < mostSteps; step += 1) {
    // An offer may be withdrawn while the customer looks at it.
    if (shown.status === 404) return null;
    expectShown(shown, shown.status === 200, 'a page of the shop');
    const form = formWith(shown, ['quantity'], ['email']);
    if (form !== undefined) {
      const held = await browser.submit(shown, form, { quantity: '1' });
      expectShown(held, held.status === 200, 'the checkout');
      return held.url.includes('/checkout/') ? held : null;
    }
    const next = onward(shown, language);
    if (next === undefined) return null;
    shown = await browser.open(next);
  }
  return null;
}

/** The next page for a customer: an offer, else a session or a day, else any other page with offers. */
function onward({ links, url }: Shown, language: string): string | undefined {
  const below = links.filter((link) => link.startsWith(`/${language}/catalogs/`));
  const here = new URL(url).pathname;
  const ways = [
    (link: string) => link.includes('/offers/'),
    (link: string) => link.includes('session='),
    (link: string) => link.includes('date='),
    (link: string) => /\/(products|events)\/[0-9a-f-]+$/.test(link) && link !== here,
    (link: string) => link.split('/').length === 4 && link !== here,
  ];
  for (const way of ways) {
    const found = anyOf(below.filter(way));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function release({ tally }: Soak, { browser, checkout }: Visit): Promise<void> {
  const form = neededForm(checkout, ['firstname'], 'the hold can’t be released');
  const remove = checkout.buttons.find(({ name }) => name === 'remove');
  expectShown(checkout, remove !== undefined, 'a button that removes what is held');
  const after = await browser.submit(checkout, form, { remove: remove?.value ?? '' });
  const isEmpty = after.buttons.every(({ name }) => name !== 'remove');
  expectShown(after, after.status === 200 && isEmpty, 'an empty basket');
  tally.did('buyers', 'holds released');
}

/** Waits until the hold has ended, and holds the same again. */
async function holdAgain({ tally, holdSeconds, signal }: Soak, { browser, checkout }: Visit): Promise<Shown> {
  await pause((holdSeconds + 5) * 1000, undefined, { signal });
  const expired = await browser.open(checkout.url);
  const form = neededForm(expired, ['checkoutId', 'language'], 'a hold that has ended can’t be made again', [
    'firstname',
  ]);
  const again = await browser.submit(expired, form);
  expectShown(again, formWith(again, ['firstname']) !== undefined, 'the checkout of what is held again');
  tally.did('buyers', 'holds expired and made again');
  return again;
}

async function mistype({ browser, checkout }: Visit): Promise<void> {
  const form = neededForm(checkout, ['firstname'], 'there is no form for the customer’s details');
  const typed = { firstname: 'Zoë', lastname: '', email: 'no address', country: 'FR' };
  const shown = await browser.submit(checkout, form, typed);
  const again = formWith(shown, ['firstname'])?.fields.find(({ name }) => name === 'firstname');
  expectShown(shown, again?.value === 'Zoë', 'the form with what was typed');
}

/** What the issuers ask for each ticket: a number is an answer to a question for a text, too. */
function answersTo({ fields }: Form): Record<string, string> {
  const asked = fields.filter(({ name, type }) => name.startsWith('answer.') && type === 'text');
  return Object.fromEntries(asked.map(({ name }) => [name, '30']));
}

/** Sends the details: leads to the payment page, or to the order if there is nothing to pay. */
async function order({ browser, checkout }: Visit, email: string = randomEmail()): Promise<Shown> {
  const form = neededForm(checkout, ['firstname'], 'there is no form for the customer’s details');
  const details = { firstname: 'Zoë', lastname: 'Łukasz-Nuñez', email, country: 'FR' };
  return browser.submit(checkout, form, { ...answersTo(form), ...details });
}

const randomEmail = () => `${randomUUID()}@example.test`;
const isPayPage = ({ url }: Shown): boolean => new URL(url).pathname.startsWith('/pay/');

/** From the details to the tickets. False if there was nothing to pay. */
async function purchase(
  soak: Soak,
  visit: Visit,
  how: 'pay' | 'decline' | 'authenticate' | 'never',
  email = randomEmail(),
): Promise<boolean> {
  const { tally, customers } = soak;
  let shown = await order(visit, email);
  const isPaid = isPayPage(shown);
  if (isPaid) {
    const choose = (choice: string) => {
      const [form] = shown.forms;
      if (form === undefined) throw new Error('the payment page has no form');
      return visit.browser.submit(shown, form, { choice });
    };
    shown = await choose(how);
    if (how === 'decline') shown = await choose('pay');
    if (how === 'authenticate') shown = await choose('confirm');
  }
  await download(soak, visit.browser, shown);
  tally.did('buyers', isPaid ? 'purchases paid' : 'free orders');
  customers.unshift(email);
  customers.splice(keptCustomers);
  if (!isPaid) return false;
  if (how === 'decline') tally.did('buyers', 'purchases after a declined card');
  if (how === 'authenticate') tally.did('buyers', 'purchases confirmed by the bank');
  if (how === 'never') tally.did('buyers', 'purchases without a webhook');
  return true;
}

/** Waits for the tickets on the page of the order, as a customer would, and downloads them. */
async function download({ tally, signal }: Soak, browser: Browser, after: Shown): Promise<void> {
  expectShown(after, after.url.includes('/orders/'), 'the order');
  const end = performance.now() + documentSeconds * 1000;
  for (let shown = after; ; shown = await browser.open(after.url)) {
    const link = shown.links.find((one) => /\/api\/orders\/[^/]+\/tickets/.test(one));
    if (link !== undefined) {
      const file = await browser.open(link);
      const isPdf = file.body.subarray(0, 5).toString() === '%PDF-';
      expectShown(file, file.status === 200 && isPdf, 'a PDF');
      tally.did('buyers', 'tickets downloaded');
      return;
    }
    if (performance.now() > end) expectShown(shown, false, 'an order with its tickets');
    await pause(1_000, undefined, { signal });
  }
}

/** In another browser, with the code from the e-mail; the first typed code is wrong. */
async function findAgain({ shopUrl, demoUrl, tally, signal }: Soak, email: string): Promise<void> {
  const browser = openBrowser(shopUrl, tally, signal);
  const asks = await browser.open('/en/orders/find');
  const emailForm = neededForm(asks, ['email'], 'there is no form to find an order with');
  let shown = await browser.submit(asks, emailForm, { email });
  const enter = async (code: string) => {
    const form = neededForm(shown, ['code'], 'there is no form for the code');
    shown = await browser.submit(shown, form, { code });
  };
  const code = await codeFor(email, demoUrl, signal);
  await enter(code === '0000 0000' ? '1111 1111' : '0000 0000');
  await enter(code);
  const link = shown.links.find((one) => /^\/en\/orders\/[0-9a-f-]{36}$/.test(one));
  if (link === undefined) throw new Error('the order is not in the list of orders');
  shown = await browser.open(link);
  expectShown(shown, shown.body.includes('Łukasz-Nuñez'), 'the order with its customer');
  tally.did('buyers', 'orders found again by e-mail');
}

async function codeFor(email: string, demoUrl: string, signal: AbortSignal): Promise<string> {
  const end = performance.now() + mailSeconds * 1000;
  for (;;) {
    for (const { text } of await mailsTo(email, demoUrl)) {
      const code = /\b\d{4} \d{4}\b/.exec(text ?? '')?.[0];
      if (code !== undefined) return code;
    }
    if (performance.now() > end) throw new Error('the code to find an order did not come by e-mail');
    await pause(500, undefined, { signal });
  }
}

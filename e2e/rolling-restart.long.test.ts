import { type Browser, type Locator, type Page } from '@playwright/test';
import { Agent, fetch, FormData, type RequestInit, type Response } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './launch-chromium';
import { askForFerry, fillDetails, words, zoe } from './shop';
import { startTwoStorefronts, type TwoStorefronts } from './two-storefronts';

// Two storefronts behind a load balancer that ends TLS. Some clients read pages and post forms, all without
// scripts: each request is sent once, and none is repeated.

const requests = 5_000;
/** Fewer than one storefront renders at once: more would be asked to come back while the other one is away. */
const clients = 8;
/** The two storefronts get requests in turn. */
const restarts = 4;

let shop: TwoStorefronts;
let agent: Agent;
let browser: Browser;

beforeAll(async () => {
  const env = {
    DRAIN_SECONDS: '3',
    // All clients are in one network.
    MAX_HELD_PER_NETWORK: '10000',
    MAX_HELD_PER_SITE: '10000',
  };
  shop = await startTwoStorefronts({ isSecure: true, env });
  agent = new Agent({ connect: { ca: shop.ca } });
  browser = await launchChromium();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await agent.destroy();
  await shop.stop();
});

/** Sends a form of a page as a browser would. */
interface Form {
  readonly page: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly cookie: string;
}

async function formOf(page: Page, form: Locator): Promise<Form> {
  const fields = await form.evaluate((element) =>
    [...new globalThis.FormData(element as HTMLFormElement)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { page: page.url(), fields, cookie };
}

/** The URLs of some pages, the form that holds a ferry ticket, and the details form of a held ticket. */
async function walk(): Promise<{ pages: string[]; hold: Form; details: Form }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, javaScriptEnabled: false });
  const page = await context.newPage();
  const pages: string[] = [];
  page.on('framenavigated', (frame) => pages.push(frame.url()));
  await askForFerry(page, shop.url);
  await fillDetails(page, 'no address', words.en);
  const details = await formOf(
    page,
    page.locator('main form').filter({ has: page.getByLabel(words.en.email) }),
  );
  await page.goBack();
  const hold = await formOf(page, page.locator('main form').filter({ has: page.getByRole('spinbutton') }));
  await context.close();
  return { pages: [...new Set(pages)].filter((one) => one.startsWith(shop.url)), hold, details };
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, dispatcher: agent, redirect: 'manual' });
}

async function post({ page, fields, cookie }: Form, isKnown: boolean): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const sent = { method: 'POST', body, headers: { origin: shop.url, ...(isKnown ? { cookie } : {}) } };
  const answer = await ask(page, sent);
  if (answer.status !== 307) return answer;
  // The shop wants to know the browser first. This one keeps no cookie, and sends the form again.
  await answer.text();
  return ask(new URL(answer.headers.get('location') ?? '', page).href, sent);
}

it(
  'none of 5,000 requests to two storefronts fails while each is restarted twice',
  { timeout: 1_800_000 },
  async () => {
    await expect.poll(() => shop.balancer.ready().length, { timeout: 30_000 }).toBe(2);
    const { pages, hold, details } = await walk();
    expect(pages.length).toBeGreaterThanOrEqual(5);
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const steps = {
      page: async (number: number) => {
        const page = pages[number % pages.length] ?? shop.url;
        const answer = await ask(page, { headers: { cookie: details.cookie } });
        const isWhole = (await answer.text()).endsWith('</html>');
        count(`page ${answer.status} ${isWhole ? 'whole' : 'cut off'}`);
      },
      // The details are invalid: they are stored, and shown again.
      details: async () => {
        const answer = await post(details, true);
        const isShown = (await answer.text()).includes(`value="${zoe.firstname}"`);
        count(`details ${answer.status} ${isShown ? 'shown again' : 'lost'}`);
      },
      hold: async () => {
        const answer = await post(hold, false);
        await answer.text();
        const isHeld = /\/en\/checkout\//.test(answer.headers.get('location') ?? '');
        count(`hold ${answer.status} ${isHeld ? 'held' : 'refused'}`);
      },
    };
    let isRestarting = true;
    let asked = 0;
    const asking = Array.from({ length: clients }, async () => {
      while (isRestarting || asked < requests) {
        const number = (asked += 1);
        const step = number % 100 === 0 ? 'hold' : number % 10 === 0 ? 'details' : 'page';
        await steps[step](number).catch((error: unknown) => count(`${step} ${String(error)}`));
      }
    });
    for (let restart = 1; restart <= restarts; restart += 1) {
      await expect
        .poll(() => asked, { timeout: 600_000 })
        .toBeGreaterThan((requests * restart) / (restarts + 1));
      const storefront = shop.storefronts[restart % shop.storefronts.length];
      expect(await storefront?.stop()).toBe('ended with exit code 0');
      await storefront?.start();
      await expect.poll(() => shop.balancer.ready().length, { timeout: 30_000 }).toBe(2);
    }
    isRestarting = false;
    await Promise.all(asking);
    expect([...outcomes.keys()].sort()).toEqual([
      'details 200 shown again',
      'hold 303 held',
      'page 200 whole',
    ]);
    expect(asked).toBeGreaterThanOrEqual(requests);
    // Each storefront has answered its share.
    for (const place of [0, 1])
      expect(shop.balancer.passed().filter(({ to }) => to === place).length).toBeGreaterThan(requests / 5);
  },
);

import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Browser, expectShown, openBrowser } from './browser';
import { oneOf } from './random';
import { popularPages } from './readers';
import type { Soak } from './soak';

const addresses = 60;

const anyDay = () => new Date(randomInt(2 ** 47)).toISOString().slice(0, 10);

/** Query parameters that no link of the shop has: valid but of nothing, wrong, long, repeated, or unknown. */
const queries: readonly (() => string)[] = [
  () => `date=${anyDay()}`,
  () => `from=${anyDay()}&date=${anyDay()}`,
  () => `month=${anyDay().slice(0, 7)}`,
  () => `session=${randomUUID()}&quantity=${randomInt(1, 100)}`,
  () => `date=2027-02-31&month=13`,
  () => `quantity=${randomInt(2 ** 40)}&session=../..`,
  () => `problem=${randomUUID()}&left=-1`,
  () => `date=${'9'.repeat(2_000)}`,
  () => Array.from({ length: 50 }, () => `date=${anyDay()}`).join('&'),
  () => `${randomBytes(200).toString('hex')}=${randomUUID()}`,
];

/** Pages with parameters that differ each time, and the same as navigations of Next's client. */
export async function hostileParameters(soak: Soak): Promise<void> {
  const { shopUrl, tally, signal } = soak;
  const browser = openBrowser(shopUrl, tally, signal);
  const pages = await popularPages(soak);
  for (let count = 0; count < addresses; count += 1) {
    const query = oneOf(queries, 'query')();
    await ask(browser, `${oneOf(pages, 'page')}?${query}`);
    await ask(browser, `${oneOf(pages, 'page')}?_rsc=${randomBytes(4).toString('hex')}`, {
      rsc: '1',
      'next-url': `/en/${randomUUID()}`,
    });
  }
}

async function ask(browser: Browser, address: string, headers: Record<string, string> = {}): Promise<void> {
  const shown = await browser.open(address, headers);
  expectShown(shown, shown.status < 500, 'a page, or a refusal');
}

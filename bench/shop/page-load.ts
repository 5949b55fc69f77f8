import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** What a first visit to a page costs a phone. Bytes, milliseconds, and the score of layout shifts (web.dev/cls). */
export interface PageLoad {
  /** Gzipped. */
  readonly javascript: number;
  readonly fonts: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly layoutShift: number;
}

// A phone on a slow 4G network, as Lighthouse defines it.
const phone = { width: 390, height: 844 };
const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;

// As text, because a compiled function would call helpers that the page does not have. Total blocking time as web.dev/tbt
// defines it: what tasks after the first paint take beyond 50 ms.
const observe = `
  globalThis.seen = { largestContentfulPaint: 0, layoutShift: 0, firstPaint: Infinity, tasks: [] };
  const on = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.firstPaint = startTime; });
  on('largest-contentful-paint', ({ startTime }) => { seen.largestContentfulPaint = startTime; });
  on('longtask', ({ startTime, duration }) => { seen.tasks.push({ from: startTime, to: startTime + duration }); });
  on('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.layoutShift += value; });
`;

interface Seen extends Pick<PageLoad, 'largestContentfulPaint' | 'layoutShift'> {
  readonly firstPaint: number;
  readonly tasks: readonly { readonly from: number; readonly to: number }[];
}

const totalBlockingTime = ({ firstPaint, tasks }: Seen) =>
  tasks
    .map(({ from, to }) => Math.max(0, to - Math.max(from, firstPaint) - 50))
    .reduce((sum, blocked) => sum + blocked, 0);

interface LoadOptions {
  /** The visitor's cookies. */
  readonly storageState?: BrowserContextOptions['storageState'];
  /** The page is loaded without its scripts: what its content alone costs. */
  readonly withoutScripts?: boolean;
  /** What the visitor does before the figures are taken. */
  readonly act?: (page: Page) => Promise<void>;
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Opens a page with empty caches. */
export async function loadPage(
  browser: Browser,
  address: string,
  { storageState, withoutScripts = false, act }: LoadOptions = {},
): Promise<PageLoad> {
  const context = await browser.newContext({
    viewport: phone,
    ...(storageState === undefined ? {} : { storageState }),
  });
  try {
    const page = await context.newPage();
    const bytes = { javascript: 0, fonts: 0 };
    const sizes: Promise<void>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const [kind, size] = pathname.endsWith('.js')
        ? (['javascript', (body: Buffer) => gzipSync(body).length] as const)
        : (['fonts', (body: Buffer) => body.length] as const);
      if (!/\.(js|woff2)$/.test(pathname)) return;
      sizes.push(response.body().then((body) => void (bytes[kind] += size(body))));
    });
    if (withoutScripts) await page.route(/\.js$/, (route) => route.abort());
    await page.addInitScript(observe);
    await slowDown(page);
    await page.goto(address, { waitUntil: 'networkidle' });
    const loading = await page.evaluate<Seen>('globalThis.seen');
    await act?.(page);
    const { largestContentfulPaint, layoutShift } = await page.evaluate<Seen>('globalThis.seen');
    await Promise.all(sizes);
    return {
      ...bytes,
      largestContentfulPaint,
      layoutShift,
      totalBlockingTime: totalBlockingTime(loading),
    };
  } finally {
    await context.close();
  }
}

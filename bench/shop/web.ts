import type { Browser, BrowserContext, Page } from '@playwright/test';
import { askForFerry } from '../../e2e/shop';
import { launchChromium } from '../../e2e/launch-chromium';
import type { BenchEnvironment } from '../tools/environment';
import { type Line, median, type Result } from '../tools/report';
import { startEmptyPage } from './empty-page';
import { openShop } from './open-shop';
import { loadPage, type PageLoad } from './page-load';

interface MeasuredPage {
  readonly name: string;
  readonly address: string;
  /** The most JavaScript, in bytes, where the page has a limit of its own. */
  readonly most?: number;
  readonly act?: (page: Page) => Promise<void>;
}

const mostFonts = 90_000;
const mostShift = 0.02;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Buys up to the details, and returns the pages on the way, with the cookies of a visitor who holds a ticket. */
async function visit(
  browser: Browser,
  shopUrl: string,
): Promise<{ pages: MeasuredPage[]; state: StorageState }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const seen = new Set<string>();
  page.on('framenavigated', (frame) => seen.add(frame.url()));
  await askForFerry(page, shopUrl);
  await page.waitForURL(/\/checkout\//);
  const state = await context.storageState();
  const checkout = page.url();
  const event = [...seen].find((url) => url.includes('/events/'));
  if (event === undefined) throw new Error('the way to the checkout has no page of an event');
  const catalogue = event.replace(/\/events\/.*/, '');
  const product = await firstLink(page, catalogue, '/products/');
  const offer = await firstLink(page, product, '/offers/');
  await context.close();
  const pages = [
    { name: 'home', address: `${shopUrl}/en`, most: 140_000 },
    { name: 'search', address: `${shopUrl}/en/search?q=boat` },
    { name: 'catalogue', address: catalogue },
    { name: 'event', address: event },
    { name: 'product', address: product },
    { name: 'offer', address: offer },
    { name: 'find an order', address: `${shopUrl}/en/orders/find` },
    { name: 'checkout, after its check', address: checkout, most: 155_000, act: sendEmptyDetails },
  ];
  return { pages, state };
}

/** The first address with this part to which a page leads. */
async function firstLink(page: Page, from: string, part: string): Promise<string> {
  await page.goto(from);
  const href = await page.locator(`main a[href*="${part}"]`).first().getAttribute('href');
  return new URL(href ?? '', from).href;
}

/** The browser loads what it needs to check the details, and shows the errors. */
async function sendEmptyDetails(page: Page): Promise<void> {
  await page.locator('main form').getByRole('button').filter({ visible: true }).last().click();
  await page.getByRole('main').getByRole('alert').waitFor();
}

const medianOf = (loads: readonly PageLoad[], figure: keyof PageLoad) =>
  median(loads.map((load) => load[figure]));

function linesOf(
  page: MeasuredPage,
  loads: readonly PageLoad[],
  empty: readonly PageLoad[],
  plain: readonly PageLoad[],
): Line[] {
  const line = (what: string, figure: keyof PageLoad, unit: string, more: Partial<Line>): Line => ({
    goal: 'P11',
    what: `${page.name}: ${what}`,
    measured: medianOf(loads, figure),
    unit,
    ...more,
  });
  const javascript: Partial<Line> =
    page.most === undefined
      ? {
          limit: { what: 'an empty page', value: medianOf(empty, 'javascript') },
          wanted: { is: '≤', value: 1.15 },
        }
      : { wanted: { is: '≤', value: page.most } };
  return [
    line('JavaScript, gzipped', 'javascript', 'B', javascript),
    line('fonts', 'fonts', 'B', { wanted: { is: '≤', value: mostFonts } }),
    line('largest paint', 'largestContentfulPaint', 'ms', {
      limit: { what: 'the same without scripts', value: medianOf(plain, 'largestContentfulPaint') },
      wanted: { is: '≤', value: 1.5 },
    }),
    line('blocked', 'totalBlockingTime', 'ms', {
      limit: { what: 'an empty page', value: medianOf(empty, 'totalBlockingTime') },
      wanted: { is: '≤', value: 1.25 },
    }),
    // The worst, because each visitor sees one load, not a median.
    {
      ...line('layout shift', 'layoutShift', '', { wanted: { is: '≤', value: mostShift } }),
      measured: Math.max(...loads.map(({ layoutShift }) => layoutShift)),
    },
  ];
}

/** The weight of the pages for a phone on a slow network, with empty caches, beside an empty page of Next. */
export async function web(bench: BenchEnvironment): Promise<Result> {
  const environment = await openShop(bench, { holdMinutes: 30 });
  const browser = await launchChromium();
  const empty = await startEmptyPage();
  try {
    const { pages, state } = await visit(browser, environment.soak.shopUrl);
    const lines: Line[] = [];
    for (const page of pages) {
      const loads: PageLoad[] = [];
      const emptyLoads: PageLoad[] = [];
      const plainLoads: PageLoad[] = [];
      const options = page.name.startsWith('checkout') ? { storageState: state } : {};
      const act = page.act === undefined ? {} : { act: page.act };
      // In turn, because the machine is not equally fast all the time.
      for (let round = 0; round < bench.settings.rounds; round += 1) {
        loads.push(await loadPage(browser, page.address, { ...options, ...act }));
        emptyLoads.push(await loadPage(browser, empty.url));
        plainLoads.push(await loadPage(browser, page.address, { ...options, withoutScripts: true }));
      }
      lines.push(...linesOf(page, loads, emptyLoads, plainLoads));
    }
    return {
      lines,
      notes: [
        'P11: first visits of a phone with empty caches, a slow 4G network and a processor four times slower; medians, layout shift: the worst.',
      ],
    };
  } finally {
    await browser.close();
    await empty.close();
    await environment.close(false);
  }
}

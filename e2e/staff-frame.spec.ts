import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { check } from './accessible';
import { buy, signIn } from './desk';
import { test } from './recorded';
import { address } from './shop';

const pagesFolder = 'app/[locale]/staff';

/** The addresses below `/staff` that have a page, as the folders name them. */
function staffRoutes(): string[] {
  return readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => file.replace(/\/?page\.tsx$/, ''))
    .filter((route) => route !== '[...missing]')
    .toSorted();
}

const some = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';

interface Visited {
  /** Who may open it. */
  readonly needs: 'orders' | 'reports' | 'sales' | 'admission' | 'change' | 'admin' | 'signed in';
  /** What the address has in place of each name in brackets, and its query. Without: some identifier that does not exist. */
  readonly at?: (known: Known) => string;
}

/** Things that exist. */
interface Known {
  readonly order: string;
  readonly ticket: string;
  readonly catalog: string;
  readonly event: string;
  /** With its catalogue. */
  readonly offer: string;
}

const routes: Readonly<Record<string, Visited>> = {
  '': { needs: 'orders', at: () => '' },
  audit: { needs: 'admin' },
  catalogs: { needs: 'reports' },
  'catalogs/[catalogId]': { needs: 'reports', at: ({ catalog }) => `catalogs/${catalog}` },
  'catalogs/[catalogId]/change': {
    needs: 'admin',
    at: ({ catalog }) => `catalogs/${catalog}/change?what=hide`,
  },
  'catalogs/[catalogId]/events/[eventId]': {
    needs: 'reports',
    at: ({ catalog, event }) => `catalogs/${catalog}/events/${event}`,
  },
  'catalogs/[catalogId]/vouchers': { needs: 'reports', at: ({ catalog }) => `catalogs/${catalog}/vouchers` },
  'catalogs/[catalogId]/vouchers/[voucherId]': { needs: 'admin' },
  'catalogs/[catalogId]/vouchers/batches': {
    needs: 'admin',
    at: ({ catalog }) => `catalogs/${catalog}/vouchers/batches`,
  },
  'catalogs/[catalogId]/vouchers/batches/[batchId]': { needs: 'reports' },
  closing: { needs: 'reports' },
  'closing/shifts': { needs: 'reports' },
  'closing/shifts/[shiftId]': { needs: 'reports' },
  counter: { needs: 'sales' },
  'counter/[catalogId]/[offerId]': {
    needs: 'sales',
    at: ({ offer }) => `counter/${offer}`,
  },
  'counter/sales/[checkoutId]': { needs: 'sales' },
  'counter/shift': { needs: 'sales' },
  door: { needs: 'admission' },
  events: { needs: 'orders' },
  'events/[changeId]': { needs: 'orders' },
  'events/new': { needs: 'admin' },
  'feeds/[upload]': { needs: 'admin' },
  'guest-lists/[listId]': { needs: 'orders' },
  'join/[token]': { needs: 'signed in' },
  'messages/[messageId]': { needs: 'orders' },
  'not-done': { needs: 'signed in' },
  orders: { needs: 'orders' },
  'orders/[checkoutId]': { needs: 'orders', at: ({ order }) => `orders/${order}` },
  'orders/[checkoutId]/cancel': { needs: 'change', at: ({ order }) => `orders/${order}/cancel` },
  'orders/[checkoutId]/rebook': { needs: 'change', at: ({ order }) => `orders/${order}/rebook` },
  'orders/[checkoutId]/tickets/[ticketId]': {
    needs: 'change',
    at: ({ order, ticket }) => `orders/${order}/tickets/${ticket}`,
  },
  'personal-data': { needs: 'admin' },
  reports: { needs: 'reports' },
  setup: { needs: 'admin' },
  'setup/[catalogId]': { needs: 'admin' },
  'setup/[catalogId]/details': { needs: 'admin' },
  'setup/[catalogId]/event': { needs: 'admin' },
  'setup/[catalogId]/import': { needs: 'admin' },
  'setup/[catalogId]/place': { needs: 'admin' },
  'setup/[catalogId]/prices': { needs: 'admin' },
  'setup/[catalogId]/season': { needs: 'admin' },
  'setup/[catalogId]/series': { needs: 'admin' },
  'setup/[catalogId]/sessions': { needs: 'admin' },
  'setup/[catalogId]/tariff': { needs: 'admin' },
  'setup/[catalogId]/translations': { needs: 'admin' },
  'setup/[catalogId]/preview': { needs: 'admin' },
  'setup/new': { needs: 'admin' },
  'sign-in': { needs: 'signed in' },
  team: { needs: 'signed in' },
  today: { needs: 'reports' },
  'today/[catalogId]/[eventId]/[visit]': {
    needs: 'orders',
    at: ({ catalog, event }) => `today/${catalog}/${event}/2030-01-01`,
  },
  'today/[catalogId]/[eventId]/[visit]/guests': {
    needs: 'admin',
    at: ({ catalog, event }) => `today/${catalog}/${event}/2030-01-01/guests`,
  },
  'today/[catalogId]/[eventId]/[visit]/message': {
    needs: 'change',
    at: ({ catalog, event }) => `today/${catalog}/${event}/2030-01-01/message`,
  },
  'waiting-lists': { needs: 'orders' },
  'waiting-lists/[listId]': { needs: 'orders' },
  'waiting-room': { needs: 'orders' },
};

test('every page of the staff is listed here', () => {
  expect(Object.keys(routes).toSorted()).toEqual(staffRoutes());
});

const mayOpen: Readonly<Record<Visited['needs'], readonly string[]>> = {
  orders: ['reader', 'agent', 'admin'],
  reports: ['reader', 'agent', 'admin'],
  sales: ['agent', 'admin'],
  admission: ['agent', 'door', 'admin'],
  change: ['agent', 'admin'],
  admin: ['admin'],
  'signed in': ['reader', 'agent', 'door', 'admin'],
};

const people = {
  reader: ['reader@demo.test', 'demo-reader'],
  agent: ['staff@demo.test', 'demo-staff'],
  door: ['door@demo.test', 'demo-door'],
  admin: ['admin@demo.test', 'demo-admin'],
} as const;

const staffAddress = (path: string) => `${address('E2E_SHOP')}/en/staff${path === '' ? '' : `/${path}`}`;

const addressOf = (route: string, known: Known) =>
  staffAddress(routes[route]?.at?.(known) ?? route.replaceAll(/\[\w+\]/g, some));

/** The last part of the first address on the page that a pattern matches. */
async function firstLink(page: Page, path: string, pattern: RegExp): Promise<string> {
  await page.goto(staffAddress(path));
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  const found = links.map((href) => pattern.exec(href)?.[1]).find((id) => id !== undefined);
  if (found === undefined) throw new Error(`no link like ${pattern} on ${path}: ${links.join(' ')}`);
  return found;
}

/** Some days ahead, when something is for sale whatever time it is now. */
const someDay = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10);

async function findKnown(desk: Page, order: string): Promise<Known> {
  const catalog = await firstLink(desk, 'catalogs', /\/catalogs\/([^/?]+)$/);
  return {
    order,
    ticket: await firstLink(desk, `orders/${order}`, /\/tickets\/([^/?]+)$/),
    catalog,
    event: await firstLink(desk, `catalogs/${catalog}`, /\/events\/([^/?]+)$/),
    offer: await firstLink(desk, `counter?date=${someDay}`, /\/counter\/([^/?]+\/[^/?]+)/),
  };
}

const orderOf = (page: Page) => /\/orders\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? '';

test('every page of the staff has a title of its own, and is 403 inside the bar for who may not open it', async ({
  page,
  browser,
}) => {
  await buy(page, 'staff-titles@example.test');
  const order = orderOf(page);
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, ...people.admin);
  const known = await findKnown(desk, order);
  const titles = new Map<string, string>();
  for (const route of Object.keys(routes)) {
    const answer = await desk.goto(addressOf(route, known));
    expect([200, 404], route).toContain(answer?.status());
    await expect(desk.locator('title')).toHaveCount(1);
    const [title, heading] = [await desk.title(), await desk.locator('h1').innerText()];
    expect(title, route).toContain(heading);
    // Of what does not exist there is one page.
    if (answer?.status() === 200) {
      expect(titles.get(title), `${route} has the title of another page: ${title}`).toBeUndefined();
      titles.set(title, route);
    }
  }
  expect(titles.size).toBeGreaterThan(18);
  for (const role of ['reader', 'agent', 'door'] as const) {
    const other = await (await browser.newContext()).newPage();
    const [email, password] = people[role];
    await signIn(other, email, password);
    for (const [route, { needs }] of Object.entries(routes)) {
      if (mayOpen[needs].includes(role)) continue;
      const answer = await other.request.get(addressOf(route, known));
      const html = await answer.text();
      // Who only admits visitors is led from the start page to the entrance.
      const expected = role === 'door' && route === '' ? [200, false] : [403, true];
      const isRefused = html.includes('<title>Your role does not allow this · Staff</title>');
      expect([role, route, answer.status(), isRefused]).toEqual([role, route, ...expected]);
      expect(html, route).toContain('aria-label="Staff pages"');
    }
    await other.context().close();
  }
  await desk.context().close();
});

const box = (page: Page) => page.getByRole('searchbox', { name: 'Find a booking' });

/** Opens a page of the staff, and waits until its keys work: React has taken over the page, and has run its effects. */
async function openWithKeys(page: Page, name: string): Promise<void> {
  await page.goto(staffAddress(name));
  const keys = page.locator('#staff-keys');
  await expect
    .poll(() =>
      keys.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))),
    )
    .toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test.describe('at a desk', () => {
  test.use({ hasTouch: false, isMobile: false, viewport: { width: 1280, height: 800 } });

  test('a key leads to the search box of every page; a dialog lists the keys, and turns them off', async ({
    page,
  }) => {
    await signIn(page, ...people.agent);
    await openWithKeys(page, 'reports');
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    // What is typed into a field stays there.
    await page.keyboard.type('a/?');
    await expect(box(page)).toHaveValue('a/?');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/staff\?q=a/);
    await expect(page.getByRole('status').first()).toContainText(/a\/\?/);
    await openWithKeys(page, 'reports');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list).toContainText('Go to the search box');
    await check(page);
    await list.getByRole('checkbox', { name: 'Use single keys' }).uncheck();
    await list.getByRole('button', { name: 'Close' }).click();
    await openWithKeys(page, 'closing');
    await page.keyboard.press('/');
    await page.keyboard.press('?');
    await expect(list).toBeHidden();
    await expect(box(page)).not.toBeFocused();
    await page.getByText('Alix Staff', { exact: true }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await list.getByRole('checkbox', { name: 'Use single keys' }).check();
    await list.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
  });
});

for (const width of [320, 1280]) {
  test.describe(`${width} px wide, without scripts`, () => {
    test.use({ viewport: { width, height: 640 }, javaScriptEnabled: false });

    test('the bar leads to the pages, to the search and to the shop', async ({ page }) => {
      await signIn(page, ...people.agent);
      const pages = page.getByRole('navigation', { name: 'Staff pages' });
      await pages.getByRole('link', { name: 'Reports' }).click();
      await page.waitForURL(/\/staff\/reports/);
      // The bar shows it from the beginning: a link that moves under a finger opens another page.
      await expect(pages.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
      await box(page).fill('zzzzzz');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.waitForURL(/\/staff\?q=zzzzzz/);
      await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
      await page.getByRole('link', { name: /to the shop$/ }).click();
      await page.waitForURL(/\/en$/);
    });
  });
}

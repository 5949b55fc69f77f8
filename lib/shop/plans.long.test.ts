import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyOrder } from '@/testing/shop/any-order';
import { z } from 'zod';
import type { Database } from '../database/database';
import { multiply } from '@/testing/database/multiply';
import { planFaults, type PlanningServer, startPlanningPostgres } from '@/testing/database/planned';
import { fillAttention } from '@/testing/shop/filled-attention';
import { indexAllPersons } from '@/testing/shop/filled-persons';
import { filledReference, fillShop, frequentEmail } from '@/testing/shop/filled-shop';
import { openShopDatabase } from '@/testing/shop/tables';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from './data/audit-store';
import { readInvoices } from './data/invoice-store';
import { readCounts } from './data/progress-store';
import { readTimeline } from './data/timeline-store';
import { readShownCheckouts, readWholeCheckout } from './data/whole-checkout-store';
import { readAttentionPlace } from './flows/attention/attention';
import { readDay } from './flows/closing/read-day';
import { readNotPaidOut } from './flows/closing/not-paid-out';
import { readRecentPayouts } from './flows/closing/read-payouts';
import { correctInvoices } from './flows/invoice/correct-invoice';
import { listOrders } from './flows/lookup/list-orders';
import { beginLookup } from './flows/lookup/lookup';
import { findOrders } from './flows/lookup/find-orders';
import { deleteOldData } from './flows/privacy/retention';
import { eraseDueTickets } from './flows/privacy/ticket-erasure';
import { areAlertsWaiting } from './data/alert-store';
import { arePersonsUnindexed, indexPersons } from './data/index-persons';

// How PostgreSQL with its default settings carries out the statements of the shop when 100,000 customers hold something and
// 50,000 orders were placed.

const held = 100_000;
const orders = 50_000;
/** The tables that grow. */
const full = [
  'checkout',
  'hold',
  'claim',
  'access',
  'job',
  'payment',
  'placed_order',
  'timeline',
  'mail',
  'link',
  'webhook',
  'invoice',
];
const limits = { full, mostPages: 1_000, mostCost: 1_000_000 };

let server: PlanningServer;
let filled: TestShop;
let shop: TestShop;
let database: Database;

beforeAll(async () => {
  server = await startPlanningPostgres();
  const url = await server.createDatabase();
  const filling = await openShopDatabase(url, 2);
  filled = await startTestShop({ database: filling });
  filled.ticketing.holdMilliseconds = 3_600_000;
  await filled.hold();
  await fillHeld(filling);
  await filled.paidByWebhook();
  await filled.settle();
  await fillInvoices(filling);
  const begin = new Date(Date.now() - 90 * 86_400_000);
  await fillShop(filling, { orders, begin, spacingMilliseconds: (89 * 86_400_000) / orders });
  await fillAttention(filling, { each: 20, every: 199 });
  await indexAllPersons(filling);
  await filling.single.run(sql`analyze`);
  await server.watch(url);
  database = await openShopDatabase(url, 2);
  shop = await startTestShop({ database });
}, 240_000);

afterAll(async () => {
  await shop.close();
  await filled.close();
  await server.stop();
});

const id = (kind: string) => sql`md5(${kind}::text || n)::uuid`;

/** Copies of what the first customer holds, each of another browser and network. */
async function fillHeld(filling: Database): Promise<void> {
  const one = (table: string, but: Record<string, ReturnType<typeof sql>>) => {
    return { schema: 'storefront', table, count: held, but };
  };
  const later = sql`expires_at + n * interval '10 milliseconds'`;
  await multiply(filling, [
    one('checkout', { id: id('held'), reference: sql`'H' || n`, expires_at: later }),
    one('hold', {
      id: id('hold'),
      checkout_id: id('held'),
      reservation_id: id('reservation'),
      expires_at: later,
    }),
    one('job', { key: sql`${id('held')}::text`, due_at: sql`due_at + n * interval '10 milliseconds'` }),
    one('claim', {
      id: id('claim'),
      hold_id: id('hold'),
      token_hash: sql`'token' || n`,
      network: sql`'network' || n`,
    }),
    one('access', { checkout_id: id('held'), token_hash: sql`'token' || n` }),
    one('timeline', { checkout_id: id('held') }),
  ]);
}

/** Copies of the invoice of a purchase. */
async function fillInvoices(filling: Database): Promise<void> {
  const but = {
    id: id('invoice'),
    checkout_id: id('billed'),
    number: sql`'S9-2027-' || n`,
    position: sql`position + n`,
    issued_at: sql`issued_at - n * interval '1 minute'`,
  };
  await multiply(filling, [{ schema: 'storefront', table: 'invoice', count: orders, but }]);
}

describe('on full tables', { timeout: 120_000 }, () => {
  beforeEach(async () => {
    await server.read();
  });
  const expectPlans = async (which: Partial<typeof limits> = {}) =>
    expect(planFaults(await server.read(), { ...limits, ...which })).toEqual([]);

  it('purchases', async () => {
    for (let i = 0; i < 7; i += 1) {
      const bought = await shop.paidByWebhook();
      await shop.settle();
      expect(await shop.state(bought)).toBe('ordered');
    }
    await expectPlans();
  });

  it('invoices', async () => {
    const bought = await shop.paidByWebhook();
    await shop.settle();
    for (let i = 0; i < 7; i += 1) {
      const company = {
        company: `River Tours ${i}`,
        address: '2 quay, Lyon',
        vatNumber: null,
        country: null,
      };
      expect(await correctInvoices(shop.context, bought, company)).toBe('corrected');
    }
    const issued = await readInvoices(database, bought);
    expect(issued).toHaveLength(1 + 2 * 7);
    await findOrders(database, issued.at(-1)?.number ?? '', 'all');
    await expectPlans();
  });

  it('what was held and not paid', async () => {
    for (let i = 0; i < 7; i += 1) {
      const left = await shop.hold();
      await shop.later(left, { holdOver: true });
      await shop.settle();
      expect(await shop.state(left)).toBe('expired');
    }
    await expectPlans();
  });

  it('what a browser sees', async () => {
    const { own, open } = await readShownCheckouts(database, null, 'token7');
    expect(own).toBeNull();
    expect(open?.holds).toHaveLength(1);
    const id = open?.checkout.id ?? '';
    expect(await readShownCheckouts(database, id, 'token7')).toMatchObject({
      own: { checkout: { id } },
      open: { checkout: { id } },
    });
    expect((await readWholeCheckout(database, id, 'token7'))?.mayRead).toBe(true);
    await beginLookup(shop.context, { email: frequentEmail, language: 'en', network: 'home' });
    await expectPlans();
  });

  it('what is asked once a second', async () => {
    for (let i = 0; i < 7; i += 1)
      await database.rows(
        z.unknown(),
        sql`select ${areAlertsWaiting} as one, ${arePersonsUnindexed} as other`,
      );
    await shop.settle();
    await readCounts(database);
    await expectPlans();
  });

  it('what staff find by names', async () => {
    await indexPersons(database, 100);
    await expectPlans({ mostPages: 5_000 });
  });

  it('all orders, by each filter: 20,000 are looked at, each row by its index', async () => {
    const about = { after: null, language: 'en' } as const;
    await listOrders(database, anyOrder, about);
    await expectPlans({ mostPages: 100_000 });
    for (const filter of [
      { visitDay: '2099-01-01' },
      { event: 'nobody sells this' },
      { state: 'exchanged' },
      { channel: 'counter', priceFrom: '1000.00' },
      { language: 'nl', boughtTo: '2090-01-01' },
    ] as const) {
      await listOrders(database, { ...anyOrder, ...filter }, about);
      await expectPlans({ mostPages: 400_000 });
    }
    await listOrders(database, { ...anyOrder, hasTasks: true }, about);
    await expectPlans({ mostPages: 100_000 });
  });

  it('what staff look for', async () => {
    const [found] = await findOrders(database, filledReference(7), 'all');
    expect(found?.reference).toBe(filledReference(7));
    await findOrders(database, frequentEmail, 'all');
    await readTimeline(database, found?.id ?? '');
    await readAttentionPlace(database, { group: null, page: 1 }, 'all');
    await readAudit(database, {});
    const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    await readDay(database, { day, timeZone: 'Europe/Paris' });
    await readNotPaidOut(database, { timeZone: 'Europe/Paris' });
    // So many payments are read as a whole as soon as a day has a hundred.
    await expectPlans({ full: full.filter((table) => table !== 'payment'), mostPages: 6_000 });
  });

  it('what is done at night', async () => {
    const { signal } = new AbortController();
    await deleteOldData(shop.context, signal);
    await eraseDueTickets(shop.context, signal);
    await readRecentPayouts(shop.context, signal);
    // Of 500 checkouts at once all that belongs to them is looked up.
    await expectPlans({ full: ['checkout', 'hold', 'timeline'], mostPages: 20_000 });
  });
});

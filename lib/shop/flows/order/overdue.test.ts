import { jobsOf, makeDue } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { numberedSubject } from '@/testing/shop/numbered-subject';
import { newEvent, signEvent } from '@/testing/fakes/stripe/events';
import { receiveWebhook } from '../payment/webhooks';

let shop: TestShop;
let manual: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  manual = await startTestShop({ capture: 'manual' });
});

afterAll(() => Promise.all([shop.close(), manual.close()]));

beforeEach(() => {
  shop.reset();
  manual.reset();
});

const hour = 3600;
const day = 24 * hour;

/** Makes the checkout's time in its state, and the time since its hold ended, so much longer. */
async function older({ context }: TestShop, id: string, seconds: number): Promise<void> {
  await context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout
          set entered_at = entered_at - make_interval(secs => ${seconds}),
            expires_at = expires_at - make_interval(secs => ${seconds})
          where id = ${id}`,
    ),
  );
}

async function turn(at: TestShop, id: string): Promise<void> {
  await at.later(id);
  await at.settle();
}

const alertRow = z.object({ kind: z.string(), detail: z.unknown() });

function alertsOf({ context }: TestShop, id: string) {
  return context.database.rows(
    alertRow,
    sql`select kind, detail from storefront.alert where checkout_id = ${id} order by created_at`,
  );
}

async function secondsUntilDue({ context }: TestShop, id: string): Promise<number> {
  return (await jobsOf(context.database, 'checkout', id))[0]?.seconds ?? 0;
}

type Case = [string, () => Promise<{ at: TestShop; id: string }>, number];

const cases: Case[] = [
  [
    'paying, and the provider can not be asked',
    async () => {
      const { id } = await shop.paying();
      shop.provider.unavailable = true;
      return { at: shop, id };
    },
    2 * hour,
  ],
  [
    'ordering, and the service answers 429',
    async () => {
      shop.ticketing.orderFaults.push(...Array.from({ length: 20 }, () => 'busy' as const));
      return { at: shop, id: await shop.paidByWebhook() };
    },
    hour,
  ],
  [
    'refunding, and the refund is pending',
    async () => {
      shop.ticketing.orderFaults.push('refuse');
      shop.provider.refundFaults.push('pending');
      shop.provider.pendingForever = true;
      return { at: shop, id: await shop.paidByWebhook() };
    },
    4 * day,
  ],
  [
    'capturing, and the provider can not be asked',
    async () => {
      const { id, sessionId } = await manual.paying();
      manual.provider.pay(sessionId);
      await askIfPaying(manual.context, id);
      manual.provider.unavailable = true;
      return { at: manual, id };
    },
    2 * hour,
  ],
  [
    'voiding, and the provider can not be asked',
    async () => {
      manual.ticketing.orderFaults.push('refuse');
      const { id, sessionId } = await manual.paying();
      manual.provider.pay(sessionId);
      await askIfPaying(manual.context, id);
      manual.provider.unavailable = true;
      return { at: manual, id };
    },
    2 * hour,
  ],
];

describe('a checkout that stays in one state for too long', () => {
  it.each(cases)('%s: staff are told once, and processing continues', async (what, begin, seconds) => {
    const { at, id } = await begin();
    await turn(at, id);
    const state = await at.state(id);
    expect(what).toContain(state);
    expect(await alertsOf(at, id)).toEqual([]);
    await older(at, id, seconds);
    await turn(at, id);
    await turn(at, id);
    expect(await at.find(id)).toMatchObject({ state, escalatedAt: expect.any(Date) as Date });
    expect(await alertsOf(at, id)).toEqual([{ kind: 'checkout_overdue', detail: { state } }]);
    expect(await secondsUntilDue(at, id)).toBeGreaterThan(0);
  });

  it('is tried hourly after a day, and continues by itself when it can', async () => {
    const { id } = await shop.paying();
    shop.provider.unavailable = true;
    await older(shop, id, 2 * day);
    await turn(shop, id);
    await turn(shop, id);
    expect(await secondsUntilDue(shop, id)).toBeGreaterThan(hour - 60);
    shop.provider.unavailable = false;
    await turn(shop, id);
    expect(await shop.find(id)).toMatchObject({ state: 'expired', escalatedAt: null });
  });

  it('ordering for more than a day: the order is looked up, and not requested again', async () => {
    shop.ticketing.orderFaults.push(...Array.from({ length: 20 }, () => 'busy' as const));
    const id = await shop.paidByWebhook();
    await shop.settle();
    const requests = shop.ticketing.orderCalls.length;
    await older(shop, id, day + 60);
    for (let look = 0; look < 7; look += 1) await turn(shop, id);
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(requests).toBeGreaterThan(0);
    expect(shop.ticketing.orderCalls).toHaveLength(requests);
  });

  it('ordering while the service is unavailable for longer: staff decide after a day and an hour', async () => {
    const id = await shop.paidByWebhook();
    shop.ticketing.unavailable = true;
    await shop.settle();
    await older(shop, id, day + hour + 60);
    await turn(shop, id);
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
  });
});

describe('a webhook', () => {
  const change = (statement: ReturnType<typeof sql>) =>
    shop.context.database.transaction((transaction) => transaction.run(statement));
  const row = z.object({ alerts: z.int(), outcome: z.string().nullable() });

  /** Lets so many seconds pass; resolves to the outcome of a webhook, and how many alerts have this key. */
  async function afterSeconds(seconds: number, webhook: string, alert: string) {
    await change(
      sql`update storefront.webhook set received_at = received_at - make_interval(secs => ${seconds})
          where id = ${webhook} and handled_at is null`,
    );
    await makeDue(shop.context.database, sql`subject = 'webhook' and key = ${webhook}`);
    await shop.settle();
    const [found] = await shop.context.database.rows(
      row,
      sql`select outcome, (select count(*) from storefront.alert where key = ${alert})::int as alerts
          from storefront.webhook where id = ${webhook}`,
    );
    return found;
  }

  /** What happened according to the alert with this key. */
  async function incidentOf(alert: string): Promise<string | null | undefined> {
    const [found] = await shop.context.database.rows(
      z.object({ incident: z.string().nullable() }),
      sql`select detail->>'incidentKind' as incident from storefront.alert where key = ${alert}`,
    );
    return found?.incident;
  }

  async function receive(notice: { body: string; signature: string }): Promise<string> {
    expect(await receiveWebhook(shop.context, notice.body, notice.signature)).toEqual({ kind: 'stored' });
    return z.object({ id: z.string() }).parse(JSON.parse(notice.body)).id;
  }

  it('about a payment that is not known here alerts the operator after ten minutes, and is tried for three days', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const webhook = await receive(shop.provider.webhook(sessionId));
    await change(sql`update storefront.payment set session_id = 'elsewhere' where checkout_id = ${id}`);
    const after = (seconds: number) => afterSeconds(seconds, webhook, `unknown:${sessionId}`);
    expect(await after(60)).toEqual({ alerts: 0, outcome: null });
    await after(11 * 60);
    expect(await after(hour)).toEqual({ alerts: 1, outcome: null });
    expect(await after(3 * day)).toEqual({ alerts: 1, outcome: 'unknown' });
    expect(await incidentOf(`unknown:${sessionId}`)).toBe('webhook_unknown');
  });

  it('about a page that is not known here and was closed unpaid is no matter for the operator', async () => {
    const { id, sessionId } = await shop.paying();
    const { data } = z
      .object({ data: z.object({ object: z.looseObject({ id: z.string() }) }) })
      .parse(JSON.parse(shop.provider.webhook(sessionId).body));
    const closed = newEvent('checkout.session.expired', { ...data.object, status: 'expired' });
    const webhook = await receive(signEvent(closed));
    await change(sql`update storefront.payment set session_id = 'gone' where checkout_id = ${id}`);
    const after = (seconds: number) => afterSeconds(seconds, webhook, `unknown:${sessionId}`);
    expect(await after(60)).toEqual({ alerts: 0, outcome: null });
    expect(await after(11 * 60)).toEqual({ alerts: 0, outcome: 'not_ours' });
  });

  it('about which the provider can not be asked alerts the operator after ten minutes, and is given up after three days', async () => {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await receive(shop.provider.webhook(sessionId));
    await shop.settle();
    const [opened] = shop.provider.incidents.openDispute(shop.provider.intentOf(sessionId)).events;
    if (opened === undefined) throw new Error('no event');
    shop.provider.unavailable = true;
    const webhook = await receive(signEvent(opened));
    const after = (seconds: number) => afterSeconds(seconds, webhook, `failed:${webhook}`);
    expect(await after(60)).toEqual({ alerts: 0, outcome: null });
    await after(11 * 60);
    expect(await after(hour)).toEqual({ alerts: 1, outcome: null });
    expect(await after(3 * day)).toEqual({ alerts: 1, outcome: 'failed' });
    expect(await incidentOf(`failed:${webhook}`)).toBe('webhook_failing');
  });
});

describe('a row that this version can not read', () => {
  const breakRow = async (table: string, id: string) => {
    await shop.context.database.single.run(
      table === 'checkout'
        ? sql`update storefront.checkout set language = 'tlh' where id = ${id}`
        : sql`update storefront.mail set kind = 'postcard' where checkout_id = ${id}`,
    );
    await makeDue(shop.context.database, sql`subject = ${table}`);
  };

  it.each(['checkout', 'mail'])(
    '%s: is postponed with an alert, and the others are processed',
    async (table) => {
      const broken = await shop.paidByWebhook();
      if (table === 'mail') {
        shop.mailbox.refusals.push(451);
        await shop.settle();
      }
      await breakRow(table, broken);
      const fine = await shop.paidByWebhook();
      await shop.settle();
      expect(await shop.state(fine)).toBe('ordered');
      expect(shop.reports).toContain('error: a row can not be read by this version');
      const alerts = await shop.context.database.rows(
        alertRow,
        sql`select kind, detail from storefront.alert where kind = 'unreadable_row' and detail->>'table' = ${table}`,
      );
      expect(alerts).toHaveLength(1);
      // A version that can read it continues with it.
      await shop.context.database.transaction(async (transaction) => {
        await transaction.run(sql`update storefront.checkout set language = 'en' where language = 'tlh'`);
        await transaction.run(sql`update storefront.mail set kind = 'confirmation' where kind = 'postcard'`);
      });
      await shop.laterAll();
      await shop.settle();
      expect(await shop.state(broken)).toBe('ordered');
      for (const id of [broken, fine]) {
        const { reference } = await shop.find(id);
        const mails = shop.mailbox.mails.filter(({ mail }) => numberedSubject(mail).includes(reference));
        expect(mails).toHaveLength(1);
      }
    },
  );
});

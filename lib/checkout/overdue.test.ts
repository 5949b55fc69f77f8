import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askIfPaying } from './settle';
import { startStage, type Stage } from './testing';
import { signEvent } from './testing/payment-events';
import { receiveWebhook } from './webhooks';

let stage: Stage;
let manual: Stage;

beforeAll(async () => {
  stage = await startStage();
  manual = await startStage({ capture: 'manual' });
});

afterAll(() => Promise.all([stage.close(), manual.close()]));

beforeEach(() => {
  stage.reset();
  manual.reset();
});

const hour = 3600;
const day = 24 * hour;

/** The checkout has been in its state, and its hold over, for so much longer. */
async function older({ rooms }: Stage, id: string, seconds: number): Promise<void> {
  await rooms.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout
          set entered_at = entered_at - make_interval(secs => ${seconds}),
            expires_at = expires_at - make_interval(secs => ${seconds})
          where id = ${id}`,
    ),
  );
}

async function turn(at: Stage, id: string): Promise<void> {
  await at.later(id);
  await at.settle();
}

const alertRow = z.object({ kind: z.string(), detail: z.unknown() });

function alertsOf({ rooms }: Stage, id: string) {
  return rooms.database.rows(
    alertRow,
    sql`select kind, detail from storefront.alert where checkout_id = ${id} order by created_at`,
  );
}

async function secondsUntilDue({ rooms }: Stage, id: string): Promise<number> {
  const [row] = await rooms.database.rows(
    z.object({ seconds: z.number() }),
    sql`select extract(epoch from due_at - clock_timestamp())::float8 as seconds
        from storefront.checkout where id = ${id}`,
  );
  return row?.seconds ?? 0;
}

type Case = [string, () => Promise<{ at: Stage; id: string }>, number];

const cases: Case[] = [
  [
    'paying, and the provider can not be asked',
    async () => {
      const { id } = await stage.paying();
      stage.provider.away = true;
      return { at: stage, id };
    },
    2 * hour,
  ],
  [
    'ordering, and the service answers 429',
    async () => {
      stage.ticketing.orderFaults.push(...Array.from({ length: 20 }, () => 'busy' as const));
      return { at: stage, id: await stage.paidByWebhook() };
    },
    hour,
  ],
  [
    'refunding, and the refund is pending',
    async () => {
      stage.ticketing.orderFaults.push('refuse');
      stage.provider.refundFaults.push('pending');
      stage.provider.pendingForever = true;
      return { at: stage, id: await stage.paidByWebhook() };
    },
    4 * day,
  ],
  [
    'capturing, and the provider can not be asked',
    async () => {
      const { id, sessionId } = await manual.paying();
      manual.provider.pay(sessionId);
      await askIfPaying(manual.rooms, id);
      manual.provider.away = true;
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
      await askIfPaying(manual.rooms, id);
      manual.provider.away = true;
      return { at: manual, id };
    },
    2 * hour,
  ],
];

describe('a checkout that stays in one state for too long', () => {
  it.each(cases)('%s: staff are told once, and it goes on being tried', async (what, begin, seconds) => {
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

  it('is tried hourly after a day, and ends by itself when it can', async () => {
    const { id } = await stage.paying();
    stage.provider.away = true;
    await older(stage, id, 2 * day);
    await turn(stage, id);
    await turn(stage, id);
    expect(await secondsUntilDue(stage, id)).toBeGreaterThan(hour - 60);
    stage.provider.away = false;
    await turn(stage, id);
    expect(await stage.find(id)).toMatchObject({ state: 'expired', escalatedAt: null });
  });

  it('ordering for more than a day: the order is looked for, and not requested again', async () => {
    stage.ticketing.orderFaults.push(...Array.from({ length: 20 }, () => 'busy' as const));
    const id = await stage.paidByWebhook();
    await stage.settle();
    const requests = stage.ticketing.orderCalls.length;
    await older(stage, id, day + 60);
    for (let look = 0; look < 7; look += 1) await turn(stage, id);
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
    expect(requests).toBeGreaterThan(0);
    expect(stage.ticketing.orderCalls).toHaveLength(requests);
  });

  it('ordering, and the service is away for longer: staff decide after a day and an hour', async () => {
    const id = await stage.paidByWebhook();
    stage.ticketing.away = true;
    await stage.settle();
    await older(stage, id, day + hour + 60);
    await turn(stage, id);
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'order_unknown' });
  });
});

describe('a webhook', () => {
  const change = (statement: ReturnType<typeof sql>) =>
    stage.rooms.database.transaction((transaction) => transaction.run(statement));
  const row = z.object({ alerts: z.int(), outcome: z.string().nullable() });

  /** So many seconds pass; resolves to what became of a webhook, and how many alerts have this key. */
  async function afterSeconds(seconds: number, webhook: string, alert: string) {
    await change(
      sql`update storefront.webhook set due_at = clock_timestamp(),
            received_at = received_at - make_interval(secs => ${seconds})
          where id = ${webhook} and due_at is not null`,
    );
    await stage.settle();
    const [found] = await stage.rooms.database.rows(
      row,
      sql`select outcome, (select count(*) from storefront.alert where key = ${alert})::int as alerts
          from storefront.webhook where id = ${webhook}`,
    );
    return found;
  }

  /** What the alert with this key says that happened. */
  async function incidentOf(alert: string): Promise<string | null | undefined> {
    const [found] = await stage.rooms.database.rows(
      z.object({ incident: z.string().nullable() }),
      sql`select detail->>'incidentKind' as incident from storefront.alert where key = ${alert}`,
    );
    return found?.incident;
  }

  async function receive(notice: { body: string; signature: string }): Promise<string> {
    expect(await receiveWebhook(stage.rooms, notice.body, notice.signature)).toEqual({ kind: 'stored' });
    return z.object({ id: z.string() }).parse(JSON.parse(notice.body)).id;
  }

  it('about a payment that is not known here alerts the operator after ten minutes, and is looked at for three days', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    const webhook = await receive(stage.provider.webhook(sessionId));
    await change(sql`update storefront.payment set session_id = 'elsewhere' where checkout_id = ${id}`);
    const after = (seconds: number) => afterSeconds(seconds, webhook, `unknown:${sessionId}`);
    expect(await after(60)).toEqual({ alerts: 0, outcome: null });
    await after(11 * 60);
    expect(await after(hour)).toEqual({ alerts: 1, outcome: null });
    expect(await after(3 * day)).toEqual({ alerts: 1, outcome: 'unknown' });
    expect(await incidentOf(`unknown:${sessionId}`)).toBe('webhook_unknown');
  });

  it('about which the provider can not be asked alerts the operator after ten minutes, and is given up after three days', async () => {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    await receive(stage.provider.webhook(sessionId));
    await stage.settle();
    const [opened] = stage.provider.incidents.openDispute(`pi_${sessionId}`).events;
    if (opened === undefined) throw new Error('no event');
    stage.provider.away = true;
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
  const breakRow = (table: string, id: string) =>
    stage.rooms.database.transaction((transaction) =>
      transaction.run(
        table === 'checkout'
          ? sql`update storefront.checkout set language = 'tlh', due_at = clock_timestamp() where id = ${id}`
          : sql`update storefront.mail set kind = 'postcard', due_at = clock_timestamp() where checkout_id = ${id}`,
      ),
    );

  it.each(['checkout', 'mail'])('%s: is set aside with an alert, and the others go on', async (table) => {
    const broken = await stage.paidByWebhook();
    if (table === 'mail') {
      stage.mailbox.refusals.push(451);
      await stage.settle();
    }
    await breakRow(table, broken);
    const fine = await stage.paidByWebhook();
    await stage.settle();
    expect(await stage.state(fine)).toBe('ordered');
    expect(stage.reports).toContain('error: a row can not be read by this version');
    const alerts = await stage.rooms.database.rows(
      alertRow,
      sql`select kind, detail from storefront.alert where kind = 'unreadable_row' and detail->>'table' = ${table}`,
    );
    expect(alerts).toHaveLength(1);
    // A version that can read it goes on with it.
    await stage.rooms.database.transaction(async (transaction) => {
      await transaction.run(sql`update storefront.checkout set language = 'en' where language = 'tlh'`);
      await transaction.run(sql`update storefront.mail set kind = 'confirmation' where kind = 'postcard'`);
    });
    await stage.laterAll();
    await stage.settle();
    expect(await stage.state(broken)).toBe('ordered');
    for (const id of [broken, fine]) {
      const { reference } = await stage.find(id);
      const mails = stage.mailbox.mails.filter(({ mail }) => mail.subject?.includes(reference) === true);
      expect(mails).toHaveLength(1);
    }
  });
});

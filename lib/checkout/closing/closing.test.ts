import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { cancel, orderedWithTickets } from '@/testing/checkout/cancellations';
import { incidentsOn } from '@/testing/checkout/incidents';
import { openShopDatabase } from '@/testing/checkout/tables';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { firstReason } from '../../database/database';
import { readCancellations } from '../cancellation/cancellation-store';
import { settleCancellation } from '../cancellation/settle-cancellation';
import { acknowledgeIncident } from '../incident/acknowledge-incidents';
import { readAudit } from '../audit/audit-store';
import { type CloseDay, closeDay, payoutJob, readDay, readPayoutsAgain } from '../closing';

let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startPostgres();
  const database = await openShopDatabase(await server.createDatabase(), 6);
  shop = await startTestShop({ database });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
beforeEach(async () => {
  shop.reset();
  const { intents, refunds, payouts } = shop.provider;
  for (const records of [intents, refunds, payouts]) records.clear();
  await run(`truncate storefront.checkout cascade`);
  await shop.context.database.transaction(async (transaction) => {
    // Without the trigger that keeps closed days.
    await transaction.run(sql`set local session_replication_role = replica`);
    await transaction.run(sql`truncate storefront.closing, storefront.payout`);
  });
});

const run = (statement: string) =>
  shop.context.database.transaction((transaction) => transaction.run(sql.raw(statement)));

const timeZone = 'UTC';
const today = () => new Date().toISOString().slice(0, 10);
const read = (day = today()) => readDay(shop.context.database, { day, timeZone });
const close = (changes: Partial<CloseDay> = {}) =>
  closeDay(shop.context, {
    ...{ day: today(), timeZone, counted: '0.00', expected: '0.00', note: '', staff: 'ada' },
    ...changes,
  });

/** An order whose payment was taken in cash. */
async function soldForCash(quantity = 2): Promise<string> {
  const { id } = await orderedWithTickets(shop, quantity);
  await run(`update storefront.payment set method = 'cash' where checkout_id = '${id}'`);
  return id;
}

describe('a day', () => {
  it('without payments has no figures, and can be closed', async () => {
    expect(await read()).toEqual({
      figures: [],
      cash: '0.00',
      closing: null,
      corrections: [],
      payouts: [],
      notPaidOut: null,
    });
    expect(await close()).toBe('closed');
  });

  it('stays as it was closed: the database changes and deletes no closed day', async () => {
    await close();
    for (const statement of [
      `update storefront.closing set counted = 1`,
      'delete from storefront.closing',
      'truncate storefront.closing',
    ])
      await expect(run(statement).catch((error: unknown) => firstReason(error))).resolves.toContain(
        'a closed day can not be changed',
      );
    expect((await read()).closing).toMatchObject({ counted: '0.00' });
  });

  it('has its payments and refunds by method', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await soldForCash(2);
    const { figures, cash } = await read();
    expect(figures).toEqual([
      { method: 'cash', kind: 'payment', count: 1, amount: '36.00' },
      { method: 'provider', kind: 'payment', count: 1, amount: '54.00' },
      { method: 'provider', kind: 'refund', count: 1, amount: '-18.00' },
    ]);
    expect(cash).toBe('36.00');
  });

  it('has what staff have paid back by the way in which they did', async () => {
    const sold = await orderedWithTickets(shop, 4);
    await run(`update storefront.payment set method = 'terminal' where checkout_id = '${sold.id}'`);
    for (const [i, paidBack] of (['cash', 'terminal', 'other', 'provider'] as const).entries()) {
      const answer = await cancel(shop, sold, { tickets: sold.tickets.slice(i, i + 1) });
      const settling = { as: 'refunded', paidBack, reason: 'at the desk', staff: 'ada' } as const;
      expect(await settleCancellation(shop.context, 'id' in answer ? answer.id : '', settling)).toBe(true);
    }
    const { figures, cash } = await read();
    expect(figures).toEqual([
      { method: 'cash', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'other', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'terminal', kind: 'payment', count: 1, amount: '72.00' },
      // The provider tells of what was refunded on its own pages.
      { method: 'terminal', kind: 'refund', count: 1, amount: '-18.00' },
    ]);
    expect(cash).toBe('-18.00');
  });

  it('has a refund that came back, until it is made again', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    const answer = await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const [row] = await readCancellations(shop.context.database, ordered.id);
    expect(answer).toMatchObject({ id: row?.id });
    const { incidents } = shop.provider;
    await incidentsOn(shop).deliver(...incidents.failRefund(row?.refundId ?? '').events);
    const amounts = async () => (await read()).figures.map(({ kind, amount }) => [kind, amount]);
    const paid = ['payment', '36.00'];
    expect(await amounts()).toEqual([paid, ['refund', '-18.00'], ['refund_failed', '18.00']]);
    await incidentsOn(shop).deliver(...incidents.refundAtDashboard(ordered.intent, 1800).events);
    expect(sumAmounts((await read()).figures.map(({ amount }) => amount))).toBe('18.00');
  });

  it('has what staff gave back instead of a refund that came back, by the way in which they did', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const [row] = await readCancellations(shop.context.database, ordered.id);
    const { incidents } = shop.provider;
    await incidentsOn(shop).deliver(...incidents.failRefund(row?.refundId ?? '').events);
    const seen = { checkoutId: ordered.id, id: row?.refundId ?? '', reason: 'refund_undelivered' };
    expect(await acknowledgeIncident(shop.context, seen, 'ada')).toBe('unsaid');
    expect((await read()).figures).toHaveLength(3);
    expect(await acknowledgeIncident(shop.context, { ...seen, paidBack: 'cash' }, 'ada')).toBe(
      'acknowledged',
    );
    const expected = [
      { method: 'cash', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'provider', kind: 'payment', count: 1, amount: '36.00' },
      { method: 'provider', kind: 'refund', count: 1, amount: '-18.00' },
      { method: 'provider', kind: 'refund_failed', count: 1, amount: '18.00' },
    ];
    expect(await read()).toMatchObject({ figures: expected, cash: '-18.00' });
    const [entry] = await readAudit(shop.context.database, { action: 'incident_acknowledged' });
    expect(entry?.detail).toMatchObject({ paidBack: 'cash', amount: '18.00' });
    // A refund at the provider afterwards does not undo that the cash has left the till.
    await incidentsOn(shop).deliver(...incidents.refundAtDashboard(ordered.intent, 1800).events);
    expect((await read()).cash).toBe('-18.00');
  });

  it('is closed once, with what was counted, and later sales are corrections', async () => {
    await soldForCash(2);
    const wanted = { expected: '36.00', counted: '35.50', note: '50 cents are missing' };
    expect(await close({ ...wanted, note: '' })).toBe('note');
    expect(await close(wanted)).toBe('closed');
    expect(await close({ ...wanted, counted: '36.00', staff: 'bo' })).toBe('already');
    await soldForCash(1);
    const { closing, corrections, cash } = await read();
    expect(closing).toMatchObject({ expected: '36.00', counted: '35.50', staff: 'ada', note: wanted.note });
    expect(corrections).toEqual([{ method: 'cash', kind: 'payment', count: 1, amount: '18.00' }]);
    expect(cash).toBe('54.00');
    const [entry] = await readAudit(shop.context.database, { action: 'day_closed', about: 'ada' });
    expect(entry).toMatchObject({
      ...{ subjectKind: 'closing', subjectId: today() },
      detail: { expected: '36.00', counted: '35.50', difference: '-0.50' },
    });
  });

  it('is not closed with cash that has changed since the page was opened, nor before it begins', async () => {
    await soldForCash(2);
    expect(await close({ expected: '18.00', counted: '18.00' })).toBe('changed');
    expect(await close({ day: '2999-01-01' })).toBe('future');
    expect((await read()).closing).toBeNull();
  });

  it('is closed by one of many at the same moment', async () => {
    const staff = ['ada', 'bo', 'cy', 'di', 'ed'];
    const answers = await Promise.all(staff.map((one) => close({ staff: one })));
    expect(answers.toSorted()).toEqual(['already', 'already', 'already', 'already', 'closed']);
  });
});

const reasons = async () => {
  await readPayoutsAgain(shop.context, today(), 'ada');
  const { payouts } = await read();
  return payouts.flatMap(({ problems }) => problems.map(({ reason }) => reason));
};

describe('a payout', () => {
  it('matches the payments, refunds and disputes that it contains', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await orderedWithTickets(shop, 1);
    const { id, amount } = shop.provider.payOut();
    // In several pages.
    shop.provider.mostPerPage = 1;
    expect(await reasons()).toEqual([]);
    expect(amount).toBe(5400 - 106 - 1800 + (1800 - 52));
    expect((await read()).payouts).toMatchObject([
      {
        ...{ id, status: 'paid', amount: '52.42', payments: 2, paymentsAmount: '72.00' },
        ...{ refunds: 1, refundsAmount: '-18.00', fees: '1.58', problemCount: 0 },
      },
    ]);
  });

  it('is read each night, also when it has failed since', async () => {
    await orderedWithTickets(shop, 1);
    const payout = shop.provider.payOut();
    const job = payoutJob(shop.context);
    await job.run(new AbortController().signal);
    expect((await read()).payouts).toMatchObject([{ status: 'paid', problemCount: 0 }]);
    shop.provider.payouts.set(payout.id, { ...payout, status: 'failed' });
    await job.run(new AbortController().signal);
    expect((await read()).payouts).toMatchObject([{ status: 'failed', problems: [{ reason: 'failed' }] }]);
    await job.run(AbortSignal.abort()).then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toHaveProperty('name', 'AbortError'),
    );
  });

  it('is stored as before when the provider does not answer', async () => {
    await orderedWithTickets(shop, 1);
    shop.provider.payOut();
    expect(await reasons()).toEqual([]);
    shop.provider.away = true;
    expect(await readPayoutsAgain(shop.context, today(), 'ada')).toBe('away');
    expect((await read()).payouts).toMatchObject([{ status: 'paid' }]);
  });

  it('lists what does not match, with the reason and the purchase', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    const payout = shop.provider.payOut();
    const change = (changes: Partial<typeof payout>) =>
      shop.provider.payouts.set(payout.id, { ...payout, ...changes });
    const [entry] = payout.entries;
    if (entry === undefined) throw new Error('the payout is empty');

    change({ amount: payout.amount + 1 });
    expect(await reasons()).toEqual(['sum_differs']);
    change({ automatic: false });
    expect(await reasons()).toEqual(['manual']);
    const more = {
      ...entry,
      id: 'txn_fee',
      type: 'stripe_fee',
      amount: -100,
      fee: 0,
      sourceId: null,
    } as const;
    change({ entries: [entry, more], amount: payout.amount - 100 });
    expect(await reasons()).toEqual(['other']);

    change({});
    await run(`update storefront.payment set amount = 35.00 where checkout_id = '${ordered.id}'`);
    expect(await reasons()).toEqual(['amount_differs']);
    const [stored] = (await read()).payouts;
    expect(stored?.problems).toEqual([
      {
        ...{ reason: 'amount_differs', id: ordered.intent, amount: '36.00', expected: '35.00' },
        checkoutId: ordered.id,
      },
    ]);
    await run(`update storefront.payment set intent = 'pi_other' where checkout_id = '${ordered.id}'`);
    expect(await reasons()).toEqual(['unknown_payment']);
  });

  it('is followed by a list of the payments that are in none after two weeks', async () => {
    const early = await orderedWithTickets(shop, 1);
    const missing = await orderedWithTickets(shop, 2);
    const recent = await orderedWithTickets(shop, 3);
    const sold = await soldForCash(1);
    const settled = (id: string, days: number) =>
      run(`update storefront.payment set settled_at = clock_timestamp() - interval '${days} days'
           where checkout_id = '${id}'`);
    await settled(early.id, 40);
    await settled(missing.id, 20);
    await settled(recent.id, 13);
    await settled(sold, 20);
    expect((await read()).notPaidOut).toBeNull();
    const payout = shop.provider.payOut();
    const without = (...left: string[]) => {
      const charges = new Set(left.map((intent) => shop.provider.intents.get(intent)?.charge?.id));
      const entries = payout.entries.filter(({ sourceId }) => !charges.has(sourceId ?? ''));
      const amount = entries.reduce((sum, one) => sum + one.amount - one.fee, 0);
      shop.provider.payouts.set(payout.id, { ...payout, entries, amount });
    };
    without(missing.intent, recent.intent);
    expect(await reasons()).toEqual([]);
    // The provider of the tests knows this payment, too; it was taken in cash.
    await run(`update storefront.payment set payout_id = null where checkout_id = '${sold}'`);
    const { reference } = await shop.find(missing.id);
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    expect((await read()).notPaidOut).toEqual({
      ...{ days: 14, count: 1 },
      payments: [{ payment: missing.intent, checkoutId: missing.id, reference, amount: '36.00', day }],
    });
    // A later reading finds it.
    without(recent.intent);
    await readPayoutsAgain(shop.context, today(), 'ada');
    expect((await read()).notPaidOut).toMatchObject({ count: 0, payments: [] });
    // Payments from before the first payout that was read are in payouts that were not read.
    await settled(missing.id, 39);
    await run(`update storefront.payment set payout_id = null where checkout_id = '${missing.id}'`);
    expect((await read()).notPaidOut).toMatchObject({ count: 0 });
  });

  it('lists a refund that the shop does not know, and one that is in another currency', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 500);
    const payout = shop.provider.payOut();
    expect(await reasons()).toEqual(['unknown_refund']);
    const entries = payout.entries
      .filter(({ type }) => type === 'charge')
      .map((one) => ({ ...one, currency: 'usd' }));
    shop.provider.payouts.set(payout.id, { ...payout, entries, currency: 'usd', amount: 3600 - 79 });
    expect(await reasons()).toEqual(['currency', 'currency']);
  });
});

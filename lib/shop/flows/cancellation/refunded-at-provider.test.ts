import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancel,
  cancellationBooks,
  type Ordered,
  orderedWithTickets,
  requestFor,
  requestOne,
  statesOf,
} from '@/testing/shop/cancellations';
import { exchanging } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readIncidents } from '../../data/incident-store';
import { readOpenTasks } from '../../data/task-store';
import { exportPayments } from '../report/export-payments';
import { readRefundable } from './read-refundable';

const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const left = ({ id }: Ordered) => readRefundable(shop.context, id);
const refundThere = ({ intent }: Ordered, cents?: number) =>
  shop.provider.incidents.refundAtDashboard(intent, cents);

describe('what staff have refunded at the provider a moment ago, without a webhook yet', () => {
  it('can not be refunded again: nothing is cancelled', async () => {
    const ordered = await orderedWithTickets(shop);
    refundThere(ordered);
    expect(await left(ordered)).toBe('0.00');
    expect(await cancel(shop, ordered)).toEqual({ kind: 'too_much' });
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ cancelled: [], rows: [] });
    expect(await readIncidents(shop.context.database, ordered.id)).toMatchObject([
      { kind: 'refunded_at_provider', amount: '36.00' },
    ]);
  });

  it('in part leaves the rest', async () => {
    const ordered = await orderedWithTickets(shop);
    refundThere(ordered, 1000);
    expect(await cancel(shop, ordered)).toEqual({ kind: 'too_much' });
    const one = requestFor(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    expect(await requestOne(shop.context, one)).toMatchObject({ kind: 'requested' });
    await shop.settle();
    expect(await left(ordered)).toBe('8.00');
    // What was paid without what staff have refunded: an admin cancels the other one for less.
    const rest = { tickets: ordered.tickets.slice(1), override: true, staff: 'ada', amount: '8.00' };
    expect(await cancel(shop, ordered, rest)).toMatchObject({ kind: 'requested' });
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '26.00', refunded: '36.00' });
  });

  it('does not pay for other tickets', async () => {
    const ordered = await orderedWithTickets(shop);
    refundThere(ordered);
    expect((await exchanging(shop, ordered)).answer).toBe('given_back');
  });
});

describe('while the provider is asked for the refund of cancelled tickets, staff refund all of the payment there', () => {
  const tasksOf = ({ id }: Ordered) => readOpenTasks(shop.context.database, id);
  const expectNothingToDo = async (ordered: Ordered) => {
    const { rows } = await cancellationBooks(shop, ordered);
    expect(statesOf(rows)).toEqual(['done']);
    const tasks = (await tasksOf(ordered)).filter(({ kind }) => kind === 'refund');
    expect(tasks).toEqual([]);
    const subjects = shop.mailbox.mails.map(({ mail }) => mail.subject ?? '');
    expect(subjects.filter((one) => one.startsWith('Tickets cancelled'))).toHaveLength(1);
  };
  const exported = async ({ intent }: Ordered) => {
    const rows: string[] = [];
    for await (const row of exportPayments(shop.context.database, always))
      if (row.intent === intent) rows.push(`${row.kind} ${row.amount}`);
    // The provider knows only the second.
    return rows.toSorted();
  };

  it.each([
    ['of both tickets', 2],
    ['of one of them', 1],
  ])('that is the refund %s: nothing waits for staff, and the customer is told', async (_, cancelled) => {
    const ordered = await orderedWithTickets(shop);
    const tickets = ordered.tickets.slice(0, cancelled);
    expect(await requestOne(shop.context, requestFor(shop, ordered, { tickets }))).toMatchObject({
      kind: 'requested',
    });
    const { events } = refundThere(ordered);
    await shop.settle();
    await expectNothingToDo(ordered);
    await incidentsOn(shop).deliver(...events);
    await expectNothingToDo(ordered);
    expect(await exported(ordered)).toEqual(['payment 36.00', 'refund_at_provider -36.00']);
  });

  it('after the provider has refused it, too', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    expect(await cancel(shop, ordered)).toMatchObject({ kind: 'requested' });
    expect(await tasksOf(ordered)).toMatchObject([{ reason: 'cancellation_refund_failed' }]);
    await incidentsOn(shop).deliver(...refundThere(ordered).events);
    await expectNothingToDo(ordered);
    expect(await exported(ordered)).toEqual(['payment 36.00', 'refund_at_provider -36.00']);
  });

  it('a part that they refund there leaves the decision to them', async () => {
    const ordered = await orderedWithTickets(shop);
    expect(await requestOne(shop.context, requestFor(shop, ordered))).toMatchObject({ kind: 'requested' });
    refundThere(ordered, 1000);
    await shop.settle();
    expect(await tasksOf(ordered)).toMatchObject([{ reason: 'cancellation_refund_failed' }]);
  });
});

it('a refund at the provider that came back asks for no more than was not refunded since', async () => {
  const ordered = await orderedWithTickets(shop);
  const { deliver } = incidentsOn(shop);
  const { id, events } = refundThere(ordered);
  await deliver(...events);
  await deliver(...shop.provider.incidents.failRefund(id).events);
  expect(await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) })).toMatchObject({
    kind: 'requested',
  });
  const made = [...shop.provider.refunds.values()].find(
    (one) => one.intentId === ordered.intent && one.status === 'succeeded',
  );
  if (made === undefined) throw new Error('nothing was refunded');
  await deliver(...shop.provider.incidents.tellOfRefund(made));
  expect(await readIncidents(shop.context.database, ordered.id)).toMatchObject([
    { kind: 'refund_failed', status: 'open', amount: '18.00' },
  ]);
});

describe('what the bank has returned to the cardholder', () => {
  it.each([
    ['all of it', undefined, '0.00'],
    ['a part of it', 1000, '26.00'],
  ])('can not be refunded again: %s', async (_, cents, rest) => {
    const ordered = await orderedWithTickets(shop);
    const incidents = incidentsOn(shop);
    const { id, events } = shop.provider.incidents.openDispute(ordered.intent, cents);
    await incidents.deliver(...events);
    expect(await left(ordered)).toBeNull();
    await incidents.deliver(...shop.provider.incidents.closeDispute(id, 'lost').events);
    expect(await left(ordered)).toBe(rest);
  });

  it('does not keep the tickets from being cancelled', async () => {
    const ordered = await orderedWithTickets(shop);
    const incidents = incidentsOn(shop);
    const { id, events } = shop.provider.incidents.openDispute(ordered.intent);
    await incidents.deliver(...events, ...shop.provider.incidents.closeDispute(id, 'lost').events);
    expect(await cancel(shop, ordered, { refund: '0.00' })).toMatchObject({ kind: 'requested' });
    const { rows, refunded } = await cancellationBooks(shop, ordered);
    expect(rows).toMatchObject([{ state: 'done', problem: null }]);
    expect(refunded).toBe('0.00');
  });
});

it('while the provider can not be asked, what is known counts', async () => {
  const ordered = await orderedWithTickets(shop);
  shop.provider.unavailable = true;
  expect(await left(ordered)).toBe('36.00');
  shop.provider.unavailable = false;
});

it('the provider is asked once for several looks within three seconds', async () => {
  const ordered = await orderedWithTickets(shop);
  const before = shop.provider.requests.length;
  await Promise.all([left(ordered), left(ordered), left(ordered)]);
  expect(shop.provider.requests.length - before).toBe(1);
});

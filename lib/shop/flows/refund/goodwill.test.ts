import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { fromCents, sumAmounts } from '@/lib/money/money';
import { cancel, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered as orderedFor } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readAudit } from '../../data/audit-store';
import { readGoodwill } from '../../data/credit-store';
import { readIncidents } from '../../data/incident-store';
import { readRefunds } from '../../data/refund-store';
import { readShownCancellations } from '../../data/shown-cancellations';
import { readOpenTasks } from '../../data/task-store';
import { exportPayments } from '../report/export-payments';
import { findOrders } from '../lookup/find-orders';
import { type GoodwillRequest, requestGoodwill } from './goodwill';
import { retryRefund, settleRefund } from './settle-refund';

let shop: TestShop;
let findings: (id: string) => Promise<readonly string[]>;

beforeAll(async () => {
  shop = await startTestShop();
  findings = booksOf(shop).findingKinds;
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const requestOf = ({ id }: Ordered, changes: Partial<GoodwillRequest> = {}): GoodwillRequest => ({
  id: newId(),
  checkoutId: id,
  amount: '5.00',
  reason: 'the lift was out of order',
  staff: 'ada',
  seen: null,
  limit: '50.00',
  ...changes,
});

async function give(ordered: Ordered, changes: Partial<GoodwillRequest> = {}) {
  const answer = await requestGoodwill(shop.context, requestOf(ordered, changes));
  await shop.settle();
  return answer;
}

const refundedAt = ({ intent }: Ordered) => fromCents(shop.provider.refunded.get(intent) ?? 0);
const goodwillOf = async ({ id }: Ordered) =>
  (await readRefunds(shop.context.database, id)).filter(({ cause }) => cause === 'goodwill');
const emails = () =>
  shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Money back')).map(({ mail }) => mail);

describe('a part of the price that staff give back', () => {
  it('is refunded while the tickets stay valid, told once, and is in all books', async () => {
    const ordered = await orderedWithTickets(shop);
    expect(await give(ordered)).toBe('requested');
    expect(refundedAt(ordered)).toBe('5.00');
    expect(shop.ticketing.cancelling.all.get(ordered.orderId) ?? []).toEqual([]);
    expect(emails()).toHaveLength(1);
    expect(emails()[0]?.text).toContain('€5.00');
    expect(emails()[0]?.text).toContain('Your tickets stay valid');
    expect(await findings(ordered.id)).toEqual([]);
    expect(await readGoodwill(shop.context.database, ordered.id)).toBe('5.00');
    const [audited] = await readAudit(shop.context.database, {
      action: 'goodwill_requested',
      about: ordered.id,
    });
    expect(audited).toMatchObject({ staff: 'ada', cancellationReason: 'the lift was out of order' });
    expect(await readShownCancellations(shop.context.database, ordered.id)).toMatchObject([
      { isGoodwill: true, isEnded: true, amount: '5.00', tickets: [] },
    ]);
    const { reference } = await shop.find(ordered.id);
    expect(await findOrders(shop.context.database, reference, 'all')).toMatchObject([
      { refunded: '5.00', toRefund: '0.00' },
    ]);
    const exported: string[] = [];
    const always = { from: '2000-01-01', to: '2100-01-01', timeZone: 'Europe/Paris' };
    for await (const { intent, kind, amount } of exportPayments(shop.context.database, always))
      if (intent === ordered.intent) exported.push(`${kind} ${amount}`);
    expect(exported).toEqual(['payment 36.00', 'refund -5.00']);
  });

  it('is given back once by a form that is sent twice', async () => {
    const ordered = await orderedWithTickets(shop);
    const request = requestOf(ordered);
    const answers = await Promise.all([1, 2, 3].map(() => requestGoodwill(shop.context, request)));
    await shop.settle();
    expect(answers.toSorted()).toEqual(['already', 'already', 'requested']);
    expect(refundedAt(ordered)).toBe('5.00');
    expect(emails()).toHaveLength(1);
  });

  it('is never more than was paid, whoever asks at once', async () => {
    const ordered = await orderedWithTickets(shop);
    const asked = ['ada', 'bo', 'cy'].map((staff) => ({ staff, amount: '20.00', limit: null }));
    const answers = await Promise.all(
      asked.map((change) => requestGoodwill(shop.context, requestOf(ordered, change))),
    );
    await shop.settle();
    expect(answers.toSorted()).toEqual(['requested', 'too_much', 'too_much']);
    expect(refundedAt(ordered)).toBe('20.00');
    expect(await give(ordered, { amount: '16.01', limit: null })).toBe('too_much');
    expect(await give(ordered, { amount: '16.00', limit: null })).toBe('requested');
    expect(refundedAt(ordered)).toBe('36.00');
    expect(await findings(ordered.id)).toEqual([]);
  });

  it('is at most the limit of the role, all of a booking together', async () => {
    const ordered = await orderedWithTickets(shop);
    expect(await give(ordered, { amount: '6.00', limit: '10.00' })).toBe('requested');
    expect(await give(ordered, { amount: '4.01', limit: '10.00' })).toBe('over_limit');
    expect(await give(ordered, { amount: '4.00', limit: '10.00' })).toBe('requested');
    expect(sumAmounts((await goodwillOf(ordered)).map(({ amount }) => amount))).toBe('10.00');
  });

  it('counts when tickets are cancelled afterwards: no more goes back than was paid', async () => {
    const ordered = await orderedWithTickets(shop);
    await give(ordered);
    expect(await cancel(shop, ordered)).toEqual({ kind: 'too_much' });
    expect(await cancel(shop, ordered, { refund: '31.00' })).toMatchObject({ kind: 'requested' });
    expect(refundedAt(ordered)).toBe('36.00');
    expect(await findings(ordered.id)).toEqual([]);
    expect(await give(ordered, { amount: '0.01' })).toBe('too_much');
  });

  it('counts what was refunded at the provider a moment ago', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 3200);
    expect(await give(ordered)).toBe('too_much');
    expect(await give(ordered, { amount: '4.00' })).toBe('requested');
    expect(await readIncidents(shop.context.database, ordered.id)).toMatchObject([
      { kind: 'refunded_at_provider', amount: '32.00' },
    ]);
  });

  it('waits while the bank decides about the payment', async () => {
    const ordered = await orderedWithTickets(shop);
    const { events } = shop.provider.incidents.openDispute(ordered.intent);
    await incidentsOn(shop).deliver(...events);
    expect(await give(ordered)).toBe('disputed');
    expect(await goodwillOf(ordered)).toEqual([]);
  });
});

it('the e-mail says what was given back in all, because one may tell of several refunds', async () => {
  const ordered = await orderedWithTickets(shop);
  await requestGoodwill(shop.context, requestOf(ordered));
  await give(ordered, { amount: '2.50' });
  expect(emails().at(-1)?.text).toContain('We have given back €7.50 in all');
});

it('that was given in another window meanwhile is seen before more is given', async () => {
  const ordered = await orderedWithTickets(shop);
  const shown = { seen: '0.00' };
  expect(await give(ordered, shown)).toBe('requested');
  expect(await give(ordered, shown)).toBe('changed');
  expect(await give(ordered, { seen: '5.00' })).toBe('requested');
  expect(refundedAt(ordered)).toBe('10.00');
});

it('is not what has paid for the tickets for which others were exchanged', async () => {
  const ordered = await orderedWithTickets(shop);
  const { id, answer } = await exchanging(shop, ordered);
  expect(answer).toBe('credited');
  await orderedFor(shop, id, '0.00');
  expect(await give(ordered, { amount: '18.01', limit: null })).toBe('too_much');
  expect(await give(ordered, { amount: '18.00', limit: null })).toBe('requested');
});

describe('if the provider refuses it', () => {
  async function refused(): Promise<{ ordered: Ordered; id: string }> {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    expect(await give(ordered)).toBe('requested');
    const [row] = await goodwillOf(ordered);
    expect(row).toMatchObject({ state: 'failed', problem: 'refund_failed' });
    expect(await readOpenTasks(shop.context.database, ordered.id)).toMatchObject([
      { kind: 'refund', reason: 'goodwill_refund_failed' },
    ]);
    expect(emails()).toEqual([]);
    return { ordered, id: row?.id ?? '' };
  }

  it('staff are told, and can have it asked again', async () => {
    const { ordered, id } = await refused();
    expect(await retryRefund(shop.context, id, 'bo')).toBe(true);
    await shop.settle();
    expect(refundedAt(ordered)).toBe('5.00');
    expect(emails()).toHaveLength(1);
    expect(await readOpenTasks(shop.context.database, ordered.id)).toEqual([]);
  });

  it('they can give it back in another way, of which the customer is told', async () => {
    const { ordered, id } = await refused();
    const how = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'bo' } as const;
    expect(await settleRefund(shop.context, id, how)).toBe('settled');
    await shop.settle();
    expect(emails()[0]?.text).toContain('Paid back in cash');
    expect(await readGoodwill(shop.context.database, ordered.id)).toBe('5.00');
    expect(await findings(ordered.id)).toEqual([]);
  });

  it('or nothing, and then nobody is told and the amount can be given again', async () => {
    const { ordered, id } = await refused();
    const how = { as: 'nothing', reason: 'changed our mind', staff: 'bo' } as const;
    expect(await settleRefund(shop.context, id, how)).toBe('settled');
    await shop.settle();
    expect(emails()).toEqual([]);
    expect(await give(ordered, { amount: '36.00', limit: null })).toBe('requested');
    expect(refundedAt(ordered)).toBe('36.00');
  });
});

it('a goodwill that came back waits for staff', async () => {
  const ordered = await orderedWithTickets(shop);
  await give(ordered);
  const made = [...shop.provider.refunds.values()].find(({ intentId }) => intentId === ordered.intent);
  if (made === undefined) throw new Error('nothing was refunded');
  await incidentsOn(shop).deliver(...shop.provider.incidents.failRefund(made.id).events);
  expect(await readIncidents(shop.context.database, ordered.id)).toMatchObject([
    { kind: 'refund_failed', status: 'open', amount: '5.00' },
  ]);
  const { reference } = await shop.find(ordered.id);
  expect(await findOrders(shop.context.database, reference, 'all')).toMatchObject([{ isUndelivered: true }]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancel,
  cancellationBooks,
  type Ordered,
  orderedWithTickets,
  requestFor,
  requestOne,
} from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { systemClock } from '@/testing/fakes/clock';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { stripeClient } from '@/testing/fakes/stripe/test-stripe';
import { readOrderView } from '../lookup/read-checkout';
import { acknowledgeTask } from '../attention/acknowledge-tasks';
import { readRefunds } from '../../data/refund-store';
import { retryRefund, settleRefund } from '../refund/settle-refund';

let shop: TestShop;
let incidents: ReturnType<typeof incidentsOn>;

let hoursAhead = 0;
const providerClock = { ...systemClock, now: () => Date.now() + hoursAhead * 3_600_000 };

beforeAll(async () => {
  shop = await startTestShop({ providerClock });
  incidents = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const later = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await shop.laterAll();
    await shop.settle();
  }
};
const cancellationMails = () =>
  shop.mailbox.mails.filter(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
const rowOf = async ({ id }: Ordered) => {
  const [row] = await readRefunds(shop.context.database, id);
  if (row === undefined) throw new Error('no refund');
  return row;
};
const refundsAt = ({ intent }: Ordered) =>
  [...shop.provider.refunds.values()].filter(({ intentId }) => intentId === intent);
const events = () => shop.provider.events.all.filter(({ type }) => type.includes('refund'));
const settling = { as: 'refunded', paidBack: 'cash', reason: 'at the desk', staff: 'ada' } as const;

/** The request for the refund does not arrive; the SDK repeats one whose connection breaks once. */
async function cancelWithoutAnswer(ordered: Ordered): Promise<void> {
  await requestOne(shop.context, requestFor(shop, ordered, { tickets: ordered.tickets.slice(0, 1) }));
  shop.network.provider.faults.push({ kind: 'reset' }, { kind: 'reset' });
  await shop.settle();
}

/** As `cancelWithoutAnswer`; the provider then has no such refund, and refuses the repetition. */
async function cancelAndRefuse(ordered: Ordered): Promise<void> {
  await cancelWithoutAnswer(ordered);
  shop.provider.answers.push(
    { status: 200, body: { object: 'list', data: [], has_more: false } },
    { status: 400, body: { error: { type: 'invalid_request_error' } } },
  );
  await later();
}

const loseAnswer = () => shop.provider.refundFaults.push('cut_after', 'cut_after');

/** The shop's request for a refund of €18.00, which was on its way all the time. */
async function arriveLate({ id, intent }: Ordered, refund: string): Promise<void> {
  await stripeClient(Number(new URL(shop.provider.url).port)).refunds.create(
    { payment_intent: intent, amount: 1800, metadata: { checkout: id, request: refund } },
    { idempotencyKey: `refund-${refund}` },
  );
}

describe('tickets that the service has cancelled, with an answer that was lost, are refunded although it then', () => {
  it.each([
    ['forbids it, because the scope was taken away', 'forbidden'],
    ['refuses it', 'refuse'],
    ['does not know the address, because another release answers', 'unknown'],
  ] as const)('%s', async (_, refusal) => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.faults.push('cut_after', refusal);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await later();
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ owed: '18.00', refunded: '18.00', rows: [{ state: 'done' }] });
    expect(books.rows[0]?.reference).not.toBeNull();
    expect(cancellationMails()).toHaveLength(1);
  });

  it('can not say what it has cancelled for a while', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.faults.push('cut_after');
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    shop.ticketing.hasExtensions = false;
    await later();
    expect((await cancellationBooks(shop, ordered)).rows).toMatchObject([{ state: 'requested' }]);
    shop.ticketing.hasExtensions = true;
    await later();
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '18.00', refunded: '18.00' });
  });
});

it('tickets that another program has cancelled meanwhile, together with others, are refused', async () => {
  const ordered = await orderedWithTickets(shop);
  const [first = ''] = ordered.tickets;
  shop.ticketing.cancelling.faults.push('cut_before', null, 'refuse');
  await cancel(shop, ordered, { tickets: [first] });
  await shop.context.client.cancelOrder(
    ordered.orderId,
    { tickets: [...ordered.tickets], reason: 'a storm' },
    { language: 'en' },
  );
  await later();
  expect(await cancellationBooks(shop, ordered)).toMatchObject({
    refunded: '0.00',
    rows: [{ state: 'refused', problem: 'not_valid' }],
  });
});

describe('one cancellation is refunded once', () => {
  it('when the first request arrives late, and a gateway has answered its repetition with 502', async () => {
    const ordered = await orderedWithTickets(shop);
    await cancelWithoutAnswer(ordered);
    shop.provider.answers.push(
      { status: 200, body: { object: 'list', data: [], has_more: false } },
      { status: 502, body: { error: { type: 'api_error' } } },
    );
    await later(3);
    await arriveLate(ordered, (await rowOf(ordered)).id);
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '18.00', refunded: '18.00' });
    expect(await rowOf(ordered)).toMatchObject({ state: 'done' });
  });

  it('when the provider has forgotten the key before the shop comes back', async () => {
    const ordered = await orderedWithTickets(shop);
    loseAnswer();
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    hoursAhead = 25;
    await later();
    hoursAhead = 0;
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '18.00', refunded: '18.00' });
    expect(await rowOf(ordered)).toMatchObject({ state: 'done', refundId: refundsAt(ordered)[0]?.id });
  });

  it('when a gateway refuses the repetition, whatever it is: nobody is asked to give the money back', async () => {
    const ordered = await orderedWithTickets(shop);
    loseAnswer();
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    shop.provider.answers.push({ status: 400, body: { error: { type: 'invalid_request_error' } } });
    await later();
    expect(await rowOf(ordered)).toMatchObject({ state: 'due' });
    await later();
    expect(await rowOf(ordered)).toMatchObject({ state: 'done' });
    expect(refundsAt(ordered)).toHaveLength(1);
  });

  it('when the provider refuses, and an earlier request arrives after all', async () => {
    const ordered = await orderedWithTickets(shop);
    await cancelAndRefuse(ordered);
    const row = await rowOf(ordered);
    expect(row).toMatchObject({ state: 'failed', problem: 'refund_failed' });
    await arriveLate(ordered, row.id);
    // Staff are about to give it back in cash.
    expect(await settleRefund(shop.context, row.id, settling)).toBe('late');
    await shop.settle();
    expect(await rowOf(ordered)).toMatchObject({ state: 'done' });
    expect(cancellationMails()).toHaveLength(1);
  });

  it('when the provider tells of such a request', async () => {
    const ordered = await orderedWithTickets(shop);
    await cancelAndRefuse(ordered);
    await arriveLate(ordered, (await rowOf(ordered)).id);
    await incidents.deliver(...events());
    expect(await rowOf(ordered)).toMatchObject({ state: 'done' });
    expect(await incidents.waitsFor(ordered.id)).toBeNull();
  });

  it('and not by hand while the provider can not be asked', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const { id } = await rowOf(ordered);
    shop.provider.unavailable = true;
    expect(await settleRefund(shop.context, id, settling)).toBe('unavailable');
    shop.provider.unavailable = false;
    expect(await settleRefund(shop.context, id, settling)).toBe('settled');
  });
});

describe('a refund that fails while its cancellation waits for it', () => {
  it('is one task: the cancellation asks staff, and there is no incident', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await incidents.deliver(...events());
    expect(await incidents.incidentsOf(ordered.id)).toEqual([]);
    const row = await rowOf(ordered);
    expect(row).toMatchObject({ state: 'failed', problem: 'refund_failed' });
    await retryRefund(shop.context, row.id, 'ada');
    await shop.settle();
    await incidents.deliver(...events());
    expect(await incidents.incidentsOf(ordered.id)).toEqual([]);
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '18.00', refunded: '18.00' });
  });

  it('and whose failure arrives before the shop has written down that it was made, is an incident', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('pending');
    shop.provider.pendingForever = true;
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    const [refund] = refundsAt(ordered);
    shop.provider.pendingForever = false;
    // The worker has read that it is done; then it fails, and the webhook is faster than the worker.
    const { id } = await rowOf(ordered);
    const isDone = await shop.context.payments.getRefund(refund?.id ?? '');
    expect(isDone.status).toBe('done');
    shop.provider.incidents.failRefund(refund?.id ?? '');
    await incidents.deliver(...events());
    expect(await incidents.incidentsOf(ordered.id)).toEqual([]);
    await later(2);
    expect(await rowOf(ordered)).toMatchObject({ id, state: 'failed', problem: 'refund_failed' });
  });
});

it('a refund that was asked for before a dispute is followed to its end', async () => {
  const ordered = await orderedWithTickets(shop);
  shop.provider.refundFaults.push('pending');
  shop.provider.pendingForever = true;
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const dispute = shop.provider.incidents.openDispute(ordered.intent);
  await incidents.deliver(...dispute.events);
  await later();
  expect(await rowOf(ordered)).toMatchObject({ state: 'due' });
  shop.provider.pendingForever = false;
  await later();
  expect(await rowOf(ordered)).toMatchObject({ state: 'done' });
});

it('a refund whose answer was lost before a dispute is found', async () => {
  const ordered = await orderedWithTickets(shop);
  loseAnswer();
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const dispute = shop.provider.incidents.openDispute(ordered.intent);
  await incidents.deliver(...dispute.events);
  await later();
  expect(await rowOf(ordered)).toMatchObject({ state: 'done', refundId: refundsAt(ordered)[0]?.id });
});

it('a failed refund of staff is not settled by a cancellation of the same amount', async () => {
  const ordered = await orderedWithTickets(shop);
  const goodwill = shop.provider.incidents.refundAtDashboard(ordered.intent, 1800);
  shop.provider.incidents.failRefund(goodwill.id);
  await incidents.deliver(...events());
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  await incidents.deliver(...events());
  const open = { id: goodwill.id, kind: 'refund_failed', status: 'open' };
  expect(await incidents.incidentsOf(ordered.id)).toMatchObject([open]);
  const about = { checkoutId: ordered.id, id: goodwill.id, reason: 'refund_undelivered' };
  expect(await acknowledgeTask(shop.context, { ...about, paidBack: 'other' }, 'ada')).toBe('acknowledged');
});

it('a refund that came back is not shown as done until staff have returned the money in another way', async () => {
  const ordered = await orderedWithTickets(shop);
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const isEnded = async () => {
    const view = await readOrderView(shop.context, ordered.id, 'en');
    return view?.cancellations.map((one) => one.isEnded);
  };
  expect(await isEnded()).toEqual([true]);
  const { refundId } = await rowOf(ordered);
  await incidents.deliver(...shop.provider.incidents.failRefund(refundId ?? '').events);
  expect(await isEnded()).toEqual([false]);
  const about = { checkoutId: ordered.id, id: refundId ?? '', reason: 'refund_undelivered' };
  await acknowledgeTask(shop.context, { ...about, paidBack: 'other' }, 'ada');
  expect(await isEnded()).toEqual([true]);
});

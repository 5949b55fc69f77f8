import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInAttention } from '@/testing/shop/attention';
import {
  cancel,
  cancellationBooks,
  orderedWithTickets,
  refundIdOf,
  statesOf,
} from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';
import { retryRefund, settleRefund } from '../refund/settle-refund';

let shop: TestShop;
let incidents: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  incidents = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const happened = async (id: string) =>
  (await readTimeline(shop.context.database, id))
    .map(({ what }) => what)
    .filter((what) => what.startsWith('cancellation'));
const subjects = () => shop.mailbox.mails.map(({ mail }) => mail.subject ?? '');
const waiting = async () => (await findInAttention(shop.context.database)).map(({ id }) => id);
const later = async () => {
  await shop.laterAll();
  await shop.settle();
};

describe('a cancelled ticket', () => {
  it('is void and refunded; the others stay, the customer is told, and staff have nothing to do', async () => {
    const ordered = await orderedWithTickets(shop);
    const [first = ''] = ordered.tickets;
    expect(await cancel(shop, ordered, { tickets: [first] })).toMatchObject({ kind: 'requested' });
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ cancelled: [first], owed: '18.00', refunded: '18.00' });
    expect(books.rows).toMatchObject([{ state: 'done', amount: '18.00', staff: null }]);
    expect(await happened(ordered.id)).toEqual([
      'cancellation_requested',
      'cancellation_made',
      'cancellation_refunded',
    ]);
    expect(subjects().filter((subject) => subject.startsWith('Tickets cancelled'))).toHaveLength(1);
    await incidents.deliver(...shop.provider.events.all.filter(({ type }) => type.includes('refund')));
    expect(await incidents.incidentsOf(ordered.id)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('that a gift card had paid for in part says in the booking and in the e-mail what is back on it', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.returnedToBalance = '12.50';
    await cancel(shop, ordered);
    const { rows } = await cancellationBooks(shop, ordered);
    expect(rows).toMatchObject([{ state: 'done', returned: '12.50' }]);
    const told = shop.mailbox.mails.find(({ mail }) => mail.subject?.startsWith('Tickets cancelled'));
    expect(told?.mail.text).toContain('Back on the gift card: €12.50');
  });

  it('is cancelled once, however often the button is pressed', async () => {
    const ordered = await orderedWithTickets(shop);
    const first = await cancel(shop, ordered);
    expect(await cancel(shop, ordered)).toEqual({ ...first, kind: 'already' });
    expect(await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) })).toEqual({
      kind: 'changed',
    });
    expect(await cancellationBooks(shop, ordered)).toMatchObject({ owed: '36.00', refunded: '36.00' });
  });
});

describe('a request', () => {
  it('is refused after the deadline, also when the deadline passes before the service is asked', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.faults.push('error_before');
    expect(await cancel(shop, ordered)).toMatchObject({ kind: 'requested' });
    shop.ticketing.cancelling.rule = { until: new Date(0), share: 1 };
    await later();
    const { rows, refunded } = await cancellationBooks(shop, ordered);
    expect(rows).toMatchObject([{ state: 'refused', problem: 'deadline_passed' }]);
    expect(refunded).toBe('0.00');
    expect(await cancel(shop, ordered)).toEqual({ kind: 'not_possible' });
  });

  it.each([
    ['for another amount than the rule says', { amount: '17.99' }, 'changed'],
    ['for no ticket', { tickets: [] }, 'changed'],
    ['for a ticket of another order', { tickets: ['/v1/booking/orders/x/items/y/tickets/z'] }, 'changed'],
    ['of another order', { orderId: '019c0000-0000-7000-8000-000000000001' }, 'not_ordered'],
    ['for more than was paid', { override: true, amount: '36.01' }, 'too_much'],
  ] as const)('%s changes nothing', async (_, changes, kind) => {
    const ordered = await orderedWithTickets(shop);
    expect(await cancel(shop, ordered, changes)).toEqual({ kind });
    expect(await cancellationBooks(shop, ordered)).toMatchObject({
      cancelled: [],
      refunded: '0.00',
      rows: [],
    });
  });

  it('at a service without cancellations says so', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.hasExtensions = false;
    expect(await cancel(shop, ordered)).toEqual({ kind: 'unsupported' });
  });

  it('by an admin refunds less or nothing, and never more than is left of the payment', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.rule = null;
    const [first = '', second = ''] = ordered.tickets;
    const admin = { staff: 'ada', override: true } as const;
    expect(await cancel(shop, ordered, { ...admin, tickets: [first], amount: '5.50' })).toMatchObject({
      kind: 'requested',
    });
    expect(await cancel(shop, ordered, { ...admin, tickets: [second], amount: '0.00' })).toMatchObject({
      kind: 'requested',
    });
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ owed: '5.50', refunded: '5.50' });
    expect(statesOf(books.rows)).toEqual(['done', 'done']);
  });

  it('without the scope for exceptions is refused, and says why', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.ticketing.cancelling.mayOverride = false;
    await cancel(shop, ordered, { staff: 'ada', override: true, amount: '1.00' });
    const { rows } = await cancellationBooks(shop, ordered);
    expect(rows).toMatchObject([{ state: 'refused', problem: 'forbidden' }]);
  });
});

describe('when the service does not answer', () => {
  it.each(['cut_after', 'error_after', 'garbled_after', 'cut_before', 'busy', 'running'] as const)(
    '(%s) the ticket is cancelled and refunded once',
    async (fault) => {
      const ordered = await orderedWithTickets(shop);
      shop.ticketing.cancelling.faults.push(fault);
      await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
      await later();
      const books = await cancellationBooks(shop, ordered);
      expect(books).toMatchObject({ owed: '18.00', refunded: '18.00' });
      expect(statesOf(books.rows)).toEqual(['done']);
    },
  );
});

describe('a refund', () => {
  it('of one ticket that fails waits for staff with its own amount, not that of the order', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1), amount: '18.00' });
    const found = await findInAttention(shop.context.database);
    expect(found).toMatchObject([{ id: ordered.id, total: '18.00' }]);
    await retryRefund(shop.context, await refundIdOf(shop.context, ordered.id), 'ada');
    await shop.settle();
  });

  it('that fails waits for staff, who retry it; of two who do so one succeeds', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, ordered);
    const id = await refundIdOf(shop.context, ordered.id);
    expect((await cancellationBooks(shop, ordered)).rows).toMatchObject([
      { state: 'attention', problem: 'refund_failed' },
    ]);
    expect(await waiting()).toEqual([ordered.id]);
    const retried = await Promise.all(['ada', 'bo'].map((staff) => retryRefund(shop.context, id, staff)));
    expect(retried.filter((done) => done)).toHaveLength(1);
    await shop.settle();
    expect(await cancellationBooks(shop, ordered)).toMatchObject({
      owed: '36.00',
      refunded: '36.00',
      rows: [{ state: 'done', problem: null }],
    });
    expect(await retryRefund(shop.context, id, 'ada')).toBe(false);
  });

  it('that was to be nothing waits for staff when the service refunds something', async () => {
    const ordered = await orderedWithTickets(shop);
    const until = new Date(Date.now() + 86_400_000);
    shop.ticketing.cancelling.rule = { until, share: 0 };
    shop.ticketing.cancelling.faults.push('error_before');
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1), amount: '0.00' });
    shop.ticketing.cancelling.rule = { until, share: 0.5 };
    await later();
    const { rows } = await cancellationBooks(shop, ordered);
    expect(rows).toMatchObject([{ state: 'attention', problem: 'amount_differs', amount: '9.00' }]);
    expect(await waiting()).toEqual([ordered.id]);
  });

  it('that staff made in another way is settled with a reason, once', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('failed');
    await cancel(shop, ordered);
    const id = await refundIdOf(shop.context, ordered.id);
    const how = { as: 'refunded', reason: 'bank transfer', staff: 'ada' } as const;
    expect(await settleRefund(shop.context, id, how)).toBe('settled');
    expect(await settleRefund(shop.context, id, how)).toBe('late');
    await shop.settle();
    expect((await cancellationBooks(shop, ordered)).rows).toMatchObject([
      { state: 'done', settledAs: 'refunded', refund: { settledReason: 'bank transfer' } },
    ]);
    expect(subjects().filter((subject) => subject.startsWith('Tickets cancelled'))).toHaveLength(1);
  });

  it('of one ticket is not taken for that of another with the same price, after an answer that was an error', async () => {
    const ordered = await orderedWithTickets(shop);
    const [first = '', second = ''] = ordered.tickets;
    await cancel(shop, ordered, { tickets: [first] });
    // The SDK tries three times; the provider keeps the error under the key.
    shop.provider.refundFaults.push('error_after', 'error_after', 'error_after');
    await cancel(shop, ordered, { tickets: [second] });
    await later();
    await later();
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ owed: '36.00', refunded: '36.00' });
    expect(new Set(books.rows.map(({ refund }) => refund?.refundId)).size).toBe(2);
  });

  it('that the bank delays is confirmed later, and the customer is told only then', async () => {
    const ordered = await orderedWithTickets(shop);
    shop.provider.refundFaults.push('pending');
    shop.provider.pendingForever = true;
    await cancel(shop, ordered);
    const cancellationMails = () => subjects().filter((subject) => subject.startsWith('Tickets cancelled'));
    expect(cancellationMails()).toEqual([]);
    shop.provider.pendingForever = false;
    await later();
    expect((await cancellationBooks(shop, ordered)).rows).toMatchObject([{ state: 'done' }]);
    expect(cancellationMails()).toHaveLength(1);
  });

  it('is neither requested nor made while the bank decides about the payment', async () => {
    const ordered = await orderedWithTickets(shop);
    const [first = '', second = ''] = ordered.tickets;
    shop.ticketing.cancelling.faults.push('error_before');
    await cancel(shop, ordered, { tickets: [first] });
    const dispute = shop.provider.incidents.openDispute(ordered.intent);
    await incidents.deliver(...dispute.events);
    await later();
    const books = await cancellationBooks(shop, ordered);
    expect(books).toMatchObject({ owed: '18.00', refunded: '0.00' });
    expect(books.rows).toMatchObject([{ state: 'attention', problem: 'disputed' }]);
    expect(await cancel(shop, ordered, { tickets: [second] })).toEqual({ kind: 'disputed' });
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cancel, cancellationBooks, orderedWithTickets } from '@/testing/shop/cancellations';
import { incidentsOn } from '@/testing/shop/incidents';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { acknowledgeTask } from '../attention/acknowledge-tasks';

let shop: TestShop;
let books: ReturnType<typeof booksOf>;
let incidents: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  books = booksOf(shop);
  incidents = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const givenBack = async (checkoutId: string, refundId: string) => {
  const { events } = shop.provider.incidents.failRefund(refundId);
  await incidents.deliver(...events);
  expect(await books.findingKinds(checkoutId)).toEqual(['refund_here_only']);
  const about = { checkoutId, id: refundId, reason: 'refund_undelivered', paidBack: 'other' } as const;
  expect(await acknowledgeTask(shop.context, about, 'ada')).toBe('acknowledged');
};

it('a failed refund of a cancelled ticket is a finding until staff have given the money back in another way', async () => {
  const ordered = await orderedWithTickets(shop);
  await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const [row] = (await cancellationBooks(shop, ordered)).rows;
  await givenBack(ordered.id, row?.refund?.refundId ?? '');
  expect(await books.findingKinds(ordered.id)).toEqual([]);
});

it('the same for the failed refund of a whole payment', async () => {
  const { id } = await incidents.refunded();
  const { refundId } = await incidents.paymentOf(id);
  await givenBack(id, refundId ?? '');
  expect(await books.findingKinds(id)).toEqual([]);
});

it('a refund on the provider’s own pages is a finding until staff have dealt with it, also after a cancellation', async () => {
  const ordered = await orderedWithTickets(shop);
  const { id: refundId, events } = shop.provider.incidents.refundAtDashboard(ordered.intent);
  await incidents.deliver(...events);
  expect(await books.findingKinds(ordered.id)).toEqual(['refund_there_only', 'ordered_and_refunded']);
  await cancel(shop, ordered, { refund: '0.00' });
  const about = { checkoutId: ordered.id, id: refundId, reason: 'refunded_at_provider' } as const;
  expect(await acknowledgeTask(shop.context, about, 'ada')).toBe('acknowledged');
  expect(await books.findingKinds(ordered.id)).toEqual([]);
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from './reconcile';
import { booksOf } from '@/testing/shop/reconcile';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { closeContext, openContext } from '@/testing/shop/shop-context';

let shop: TestShop;
let books: ReturnType<typeof booksOf>;
/** Requests to the provider for a single object, because a list did not contain it. */
const lookups: string[] = [];

beforeAll(async () => {
  shop = await startTestShop();
  books = booksOf(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  await books.change(sql`truncate storefront.checkout cascade`);
  shop.provider.sessions.clear();
  shop.provider.refunds.clear();
  lookups.length = 0;
  shop.provider.meanwhile = ({ method, path, query }) => {
    if (method === 'GET' && (query.has('payment_intent') || path.split('/').length > 4)) lookups.push(path);
    return Promise.resolve();
  };
});

const dayMilliseconds = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMilliseconds);

/** Moves everything about a purchase back in time, in the books of all three sides. */
async function moveBack(id: string, days: number): Promise<void> {
  const by = sql`${days}::int * interval '1 day'`;
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set created_at = created_at - ${by}, entered_at = entered_at - ${by}
          where id = ${id}`,
    );
    await transaction.run(
      sql`update storefront.payment set created_at = created_at - ${by}, settled_at = settled_at - ${by}
          where checkout_id = ${id}`,
    );
    await transaction.run(
      sql`update storefront.refund set entered_at = entered_at - ${by} where checkout_id = ${id}`,
    );
    await transaction.run(
      sql`update storefront.placed_order set created_at = created_at - ${by} where checkout_id = ${id}`,
    );
  });
  const seconds = (days * dayMilliseconds) / 1000;
  for (const session of shop.provider.sessions.values()) {
    if (session.clientReferenceId !== id) continue;
    session.created -= seconds;
    for (const refund of shop.provider.refunds.values()) {
      if (refund.intentId === session.intentId) refund.created -= seconds;
    }
  }
  for (const order of await shop.ordersFor(id)) {
    order.createdAt = new Date(Date.parse(order.createdAt) - days * dayMilliseconds).toISOString();
  }
}
const withFilters = () => {
  shop.ticketing.hasFilters = true;
};

describe('day by day', () => {
  it('compares all days with one list of orders each, however many purchases there are', async () => {
    // The client has not seen the list yet, so it does not know which filters there are.
    withFilters();
    for (const days of [1, 1, 1, 3, 3, 5]) await moveBack(await books.bought(), days);
    await moveBack(await books.refunded(), 2);
    [shop.ticketing.listCalls.length, lookups.length] = [0, 0];
    // Six whole days and half a day.
    const { counts, findings } = await reconcile(shop.context, daysAgo(6.5));
    expect(findings).toEqual([]);
    expect(counts).toEqual({ paid: 7, ordered: 6, free: 0, refunded: 1, voided: 0 });
    const pages = shop.ticketing.listCalls.filter((query) => query.includes('strictly_before'));
    expect(pages).toHaveLength(7);
    expect(shop.ticketing.listCalls.length - pages.length).toBeLessThanOrEqual(1);
    expect(lookups).toEqual([]);
  });

  it('reports a finding once, on whichever days its two halves are', async () => {
    withFilters();
    const id = await books.bought();
    await moveBack(id, 5);
    const { reference } = await shop.find(id);
    const { paidAs, id: payment, amount } = await books.paymentOf(id);
    // Refunded manually two days later, and ordered a second time a day after that.
    await shop.context.payments.refund({ id: payment, checkoutId: id, intent: paidAs, amount });
    for (const refund of shop.provider.refunds.values()) refund.created -= 3 * 24 * 60 * 60;
    const order = await books.orderAt(id);
    shop.ticketing.orders.push({
      ...order,
      id: crypto.randomUUID(),
      createdAt: daysAgo(2).toISOString(),
    });
    const { findings } = await reconcile(shop.context, daysAgo(7));
    expect(findings.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'order_twice', reference },
      { kind: 'ordered_and_refunded', reference },
      { kind: 'refund_there_only', reference },
    ]);
  });

  it('finds no error in a purchase whose halves are on different days', async () => {
    withFilters();
    const late = await books.bought();
    await moveBack(late, 4);
    // Settled by staff: the order was made, and another purchase was refunded, two days after the payment.
    (await books.orderAt(late)).createdAt = daysAgo(2).toISOString();
    await books.change(
      sql`update storefront.placed_order set created_at = created_at + interval '2 days' where checkout_id = ${late}`,
    );
    const refunded = await books.refunded();
    await moveBack(refunded, 4);
    for (const refund of shop.provider.refunds.values()) refund.created += 2 * 24 * 60 * 60;
    await books.change(
      sql`update storefront.refund set entered_at = entered_at + interval '2 days' where checkout_id = ${refunded}`,
    );
    expect((await reconcile(shop.context, daysAgo(7))).findings).toEqual([]);
  });

  it('finds a refund that the provider does not have on the day on which it was recorded', async () => {
    withFilters();
    const id = await books.refunded();
    await moveBack(id, 5);
    shop.provider.refunds.clear();
    await books.change(
      sql`update storefront.refund set entered_at = entered_at + interval '3 days' where checkout_id = ${id}`,
    );
    const { reference } = await shop.find(id);
    expect((await reconcile(shop.context, daysAgo(7))).findings).toContainEqual({
      kind: 'refund_here_only',
      reference,
    });
  });

  it('reads the list of a server without filters once', async () => {
    for (const days of [1, 3, 5]) await moveBack(await books.bought(), days);
    shop.ticketing.listCalls.length = 0;
    // A client of a process that has just started: it does not know any filters.
    const fresh = openContext(shop.places, shop.context.database);
    expect((await reconcile(fresh, daysAgo(7))).findings).toEqual([]);
    await closeContext(fresh);
    expect(shop.ticketing.listCalls).toEqual(['itemsPerPage=1&page=1', 'itemsPerPage=100&page=1']);
  });

  it('stops before the next day when it is told to', async () => {
    await expect(
      reconcile(shop.context, daysAgo(7), AbortSignal.abort(new Error('the process ends'))),
    ).rejects.toThrow('the process ends');
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from './reconcile';
import { booksOf, moveBack } from './reconcile-testing';
import { startStage, type Stage } from './testing';
import { closeRooms, openRooms } from './testing/shop';

let stage: Stage;
let books: ReturnType<typeof booksOf>;
/** Requests to the provider for something by its name: what a list did not tell. */
const lookups: string[] = [];

beforeAll(async () => {
  stage = await startStage();
  books = booksOf(stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.reset();
  await books.change(sql`truncate storefront.checkout cascade`);
  stage.provider.sessions.clear();
  stage.provider.refunds.clear();
  lookups.length = 0;
  stage.provider.meanwhile = ({ method, path, query }) => {
    if (method === 'GET' && (query.has('payment_intent') || path.split('/').length > 4)) lookups.push(path);
    return Promise.resolve();
  };
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
const withFilters = () => {
  stage.ticketing.hasFilters = true;
};

describe('day by day', () => {
  it('compares all days with one list of orders each, however many purchases they have', async () => {
    // Before the shop sees its list for the first time: it remembers which filters there are.
    withFilters();
    for (const days of [1, 1, 1, 3, 3, 5]) await moveBack(stage, await books.bought(), days);
    await moveBack(stage, await books.refunded(), 2);
    [stage.ticketing.listCalls.length, lookups.length] = [0, 0];
    // Six whole days and a half one.
    const { counts, findings } = await reconcile(stage.rooms, daysAgo(6.5));
    expect(findings).toEqual([]);
    expect(counts).toEqual({ paid: 7, ordered: 6, free: 0, refunded: 1, voided: 0 });
    const pages = stage.ticketing.listCalls.filter((query) => query.includes('strictly_before'));
    expect(pages).toHaveLength(7);
    expect(stage.ticketing.listCalls.length - pages.length).toBeLessThanOrEqual(1);
    expect(lookups).toEqual([]);
  });

  it('tells a finding once, on whatever day its halves are', async () => {
    withFilters();
    const id = await books.bought();
    await moveBack(stage, id, 5);
    const { reference } = await stage.find(id);
    const { paidAs, id: payment, amount } = await books.paymentOf(id);
    // Given back by hand two days later, and ordered a second time a day after that.
    await stage.rooms.payments.refund({ id: payment, checkoutId: id, intent: paidAs, amount });
    for (const refund of stage.provider.refunds.values()) refund.created -= 3 * 24 * 60 * 60;
    const order = await books.orderAt(id);
    stage.ticketing.orders.push({
      ...order,
      id: crypto.randomUUID(),
      createdAt: daysAgo(2).toISOString(),
    });
    const { findings } = await reconcile(stage.rooms, daysAgo(7));
    expect(findings.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: 'order_twice', reference },
      { kind: 'ordered_and_refunded', reference },
      { kind: 'refund_there_only', reference },
    ]);
  });

  it('finds nothing wrong in a purchase whose halves are on different days', async () => {
    withFilters();
    const late = await books.bought();
    await moveBack(stage, late, 4);
    // Settled by staff: the order was made, and the money of another purchase went back, two days after the payment.
    (await books.orderAt(late)).createdAt = daysAgo(2).toISOString();
    await books.change(
      sql`update storefront.placed_order set created_at = created_at + interval '2 days' where checkout_id = ${late}`,
    );
    const refunded = await books.refunded();
    await moveBack(stage, refunded, 4);
    for (const refund of stage.provider.refunds.values()) refund.created += 2 * 24 * 60 * 60;
    await books.change(
      sql`update storefront.payment set refunded_at = refunded_at + interval '2 days' where checkout_id = ${refunded}`,
    );
    expect((await reconcile(stage.rooms, daysAgo(7))).findings).toEqual([]);
  });

  it('finds a refund that the provider does not have on the day on which it was written down', async () => {
    withFilters();
    const id = await books.refunded();
    await moveBack(stage, id, 5);
    stage.provider.refunds.clear();
    await books.change(
      sql`update storefront.payment set refunded_at = refunded_at + interval '3 days' where checkout_id = ${id}`,
    );
    const { reference } = await stage.find(id);
    expect((await reconcile(stage.rooms, daysAgo(7))).findings).toContainEqual({
      kind: 'refund_here_only',
      reference,
    });
  });

  it('reads the list of a server without filters once', async () => {
    for (const days of [1, 3, 5]) await moveBack(stage, await books.bought(), days);
    stage.ticketing.listCalls.length = 0;
    // As a process that has just begun: it remembers no filters.
    const fresh = openRooms(stage.places, stage.rooms.database);
    expect((await reconcile(fresh, daysAgo(7))).findings).toEqual([]);
    await closeRooms(fresh);
    expect(stage.ticketing.listCalls).toEqual(['itemsPerPage=1&page=1', 'itemsPerPage=100&page=1']);
  });

  it('ends before the next day when it is told to', async () => {
    await expect(
      reconcile(stage.rooms, daysAgo(7), { signal: AbortSignal.abort(new Error('the process ends')) }),
    ).rejects.toThrow('the process ends');
  });
});

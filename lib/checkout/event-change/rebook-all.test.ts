import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancellationBooks, type Ordered } from '@/testing/checkout/cancellations';
import {
  refundedFor,
  sessionOfOrder,
  severalOrders,
  startFor,
  untilDone,
} from '@/testing/checkout/event-changes';
import { incidentsOn } from '@/testing/checkout/incidents';
import { startTestShop, type TestShop } from '@/testing/checkout/test-shop';
import { crashingContext } from '@/testing/faults/crash-injection';
import { grantAccess, hasAccess } from '../lookup/access-store';
import { readOrders } from '../order/order-store';
import { processCheckout } from '../queue/process-checkout';
import { readPayments } from '../state/payment-store';
import { readTimeline } from '../state/timeline-store';
import { findEventChange, ordersInAttention } from './event-change-store';
import { changedOrderTable } from './event-change-table';
import { processEventChange } from './process-event-change';
import { repeatEventChange } from './start-event-change';

let shop: TestShop;

let allSessions: TestShop['ticketing']['programme'];

beforeAll(async () => {
  shop = await startTestShop();
  allSessions = shop.ticketing.programme;
});
afterAll(() => shop.close());
beforeEach(() => reset());

function reset(): void {
  shop.reset();
  shop.ticketing.programme = allSessions;
  shop.ticketing.hasFilters = true;
}

const programme = (index: number) => {
  const found = shop.ticketing.programme[index];
  if (found === undefined) throw new Error('there is no such session');
  return found;
};

/** Starts rebooking all to the later session of the same day, or to another one of the programme. */
const start = async (ordered: Ordered | undefined, target = programme(1)) => {
  if (ordered === undefined) throw new Error('nothing was ordered');
  return startFor(shop, await sessionOfOrder(shop, ordered), 'rebook', { target: target.session });
};

/** The sessions and quantities of the new booking of an order; null: it has none. */
async function bookedInstead({ id }: Ordered) {
  const { rows } = await cancellationBooks(shop, { id, orderId: '', intent: '', tickets: [] });
  const to = rows.flatMap(({ rebookedTo }) => rebookedTo ?? []);
  expect(to.length).toBeLessThanOrEqual(1);
  const [made] = to;
  if (made === undefined) return null;
  const items = (await readOrders(shop.context.database, made)).flatMap(({ data }) => data.items);
  const sessions = items.flatMap(({ offerTickets }) => offerTickets.map(({ session }) => session));
  return {
    id: made,
    state: await shop.state(made),
    quantities: items.map(({ quantity }) => quantity),
    sessions,
  };
}

/** The checkouts that a change has named. */
async function newBookingsOf(changeId: string): Promise<string[]> {
  const named = await shop.context.database.db
    .select({ id: changedOrderTable.rebookedTo })
    .from(changedOrderTable)
    .where(eq(changedOrderTable.changeId, changeId));
  return named.flatMap(({ id }) => id ?? []);
}

/** Reservations that hold places and belong to no order. */
const heldInVain = () =>
  [...shop.ticketing.reservations.values()].filter(
    ({ order, expiresAt }) => order === null && Date.parse(expiresAt) > Date.now(),
  );

const problemsOf = async (id: string | null) => {
  const change = await findEventChange(shop.context.database, id ?? '');
  if (change === null) throw new Error('it is gone');
  return ordersInAttention(shop.context.database, change, 10);
};

const whatHappened = async (id: string) =>
  (await readTimeline(shop.context.database, id)).map(({ what }) => what);

describe('everyone with tickets of a session', () => {
  it('is rebooked to another session of the day, once, and told when it is', async () => {
    const made = await severalOrders(shop, 3);
    const [first] = made;
    const before = shop.mailbox.mails.length;
    const id = await start(first);
    expect(await start(first)).toBeNull();
    const progress = await untilDone(shop, id);
    expect(progress).toMatchObject({
      found: 3,
      rebooked: 3,
      rebooking: 0,
      waiting: 0,
      nothing: 0,
      attention: 0,
    });
    for (const ordered of made) {
      const instead = await bookedInstead(ordered);
      expect(instead).toMatchObject({ state: 'ordered', quantities: [2], sessions: [programme(1).session] });
      const books = await cancellationBooks(shop, ordered);
      expect(books.cancelled.toSorted()).toEqual([...ordered.tickets].toSorted());
      expect(await readPayments(shop.context.database, instead?.id ?? '')).toEqual([]);
    }
    expect(made.map((one) => refundedFor(shop, one))).toEqual(['0.00', '0.00', '0.00']);
    expect(shop.ticketing.orders).toHaveLength(6);
    expect(heldInVain()).toEqual([]);
    const subjects = shop.mailbox.mails.slice(before).map(({ mail }) => mail.subject ?? '');
    expect(subjects.filter((subject) => subject.startsWith('Your tickets'))).toHaveLength(3);
    expect(subjects.filter((subject) => subject.startsWith('News about your visit'))).toHaveLength(3);
    expect(subjects).toHaveLength(6);
    const news = shop.mailbox.mails.find(({ mail }) => mail.subject?.startsWith('News') === true);
    expect(news?.mail.text).toContain('A storm is coming.');
    expect(news?.mail.text).toContain('15:00');
    expect(news?.mail.to).toMatchObject([{ address: 'ada@example.org' }]);
  });

  it('is rebooked to a session of another day with the offer of that day, and sees it where the earlier was seen', async () => {
    const [ordered] = await severalOrders(shop, 1);
    const { database } = shop.context;
    await database.transaction((transaction) => grantAccess(transaction, 'a browser', ordered?.id ?? ''));
    expect(await untilDone(shop, await start(ordered, programme(2)))).toMatchObject({
      rebooked: 1,
      attention: 0,
    });
    const instead = ordered === undefined ? null : await bookedInstead(ordered);
    expect(instead).toMatchObject({ quantities: [2], sessions: [programme(2).session] });
    const [order] = await readOrders(database, instead?.id ?? '');
    expect(order?.data.items[0]?.offer).toBe(programme(2).offer);
    expect(await hasAccess(database, 'a browser', instead?.id ?? '')).toBe(true);
    expect(await whatHappened(instead?.id ?? '')).toEqual(
      expect.arrayContaining(['held', 'tickets_credited', 'order_made', 'event_change_told']),
    );
    expect(await whatHappened(ordered?.id ?? '')).toEqual(
      expect.arrayContaining(['tickets_exchanged', 'event_change_told']),
    );
  });

  it('gets the difference back where the other session costs less', async () => {
    const [ordered] = await severalOrders(shop, 1);
    shop.ticketing.price = '10.00';
    expect(await untilDone(shop, await start(ordered))).toMatchObject({ rebooked: 1, attention: 0 });
    expect(ordered === undefined ? '' : refundedFor(shop, ordered)).toBe('16.00');
  });

  it('is not asked for money where it costs more: the tickets stay, and staff decide', async () => {
    const [ordered] = await severalOrders(shop, 1);
    shop.ticketing.price = '25.00';
    const before = shop.mailbox.mails.length;
    const id = await start(ordered);
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 0, attention: 1, waiting: 0 });
    expect(await problemsOf(id)).toMatchObject([{ checkoutId: ordered?.id, problem: 'dearer' }]);
    expect(heldInVain()).toEqual([]);
    expect(shop.ticketing.orders).toHaveLength(1);
    expect(shop.mailbox.mails).toHaveLength(before);
    expect(ordered === undefined ? null : (await cancellationBooks(shop, ordered)).cancelled).toEqual([]);
  });

  it('keeps the tickets where the other session has no place left for all of them', async () => {
    const made = await severalOrders(shop, 4);
    const before = shop.mailbox.mails.length;
    shop.ticketing.reserveFaults.push(null, 'sold_out', null, 'sold_out');
    const id = await start(made[0]);
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 2, attention: 2, waiting: 0, rebooking: 0 });
    const instead = await Promise.all(made.map(bookedInstead));
    expect(instead.filter((one) => one?.state === 'ordered')).toHaveLength(2);
    const problems = await problemsOf(id);
    expect(problems.map(({ problem }) => problem)).toEqual(['sold_out', 'sold_out']);
    for (const ordered of made) {
      const isKept = problems.some(({ checkoutId }) => checkoutId === ordered.id);
      const { cancelled } = await cancellationBooks(shop, ordered);
      expect(cancelled).toHaveLength(isKept ? 0 : 2);
    }
    expect(heldInVain()).toEqual([]);
    expect(shop.mailbox.mails.length - before).toBe(4);
    // Staff start once more, when there are places again.
    const again = await untilDone(shop, await start(made[0]));
    expect(again).toMatchObject({ found: 4, rebooked: 2, nothing: 2, attention: 0 });
  });

  it('keeps what was used and what was cancelled; the rest is rebooked', async () => {
    const [used, halfUsed, cancelledOne] = await severalOrders(shop, 3);
    if (used === undefined || halfUsed === undefined || cancelledOne === undefined)
      throw new Error('not ordered');
    const redeem = (path: string | undefined) => {
      const ticket = shop.ticketing.tickets.all.get(path ?? '');
      if (ticket !== undefined) ticket.status = 'redeemed';
    };
    for (const path of used.tickets) redeem(path);
    redeem(halfUsed.tickets[0]);
    await shop.context.client.cancelOrder(
      cancelledOne.orderId,
      { tickets: cancelledOne.tickets.slice(0, 1), reason: 'ill' },
      { language: 'en', idempotencyKey: 'one' },
    );
    expect(await untilDone(shop, await start(used))).toMatchObject({ rebooked: 2, nothing: 1, attention: 0 });
    expect(await bookedInstead(used)).toBeNull();
    expect(await bookedInstead(halfUsed)).toMatchObject({ quantities: [1] });
    expect(await bookedInstead(cancelledOne)).toMatchObject({ quantities: [1] });
    expect((await cancellationBooks(shop, halfUsed)).cancelled).toEqual(halfUsed.tickets.slice(1));
  });

  it('is left to staff where a bank is deciding, or the tickets are not sold for the other session', async () => {
    const [disputed, other] = await severalOrders(shop, 2);
    const { deliver } = incidentsOn(shop);
    await deliver(...shop.provider.incidents.openDispute(disputed?.intent ?? '').events);
    const unsold = { ...programme(1), session: `${programme(1).session.slice(0, -4)}0000` };
    shop.ticketing.programme = [...allSessions, unsold];
    const id = await start(other, unsold);
    shop.ticketing.programme = allSessions;
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 0, attention: 2 });
    const problems = await problemsOf(id);
    expect(problems.find(({ checkoutId }) => checkoutId === disputed?.id)?.problem).toBe('disputed');
    expect(problems.find(({ checkoutId }) => checkoutId === other?.id)?.problem).toBe('offer_missing');
  });

  it('who paid meanwhile is found when staff search again, and no one is rebooked twice', async () => {
    const [first] = await severalOrders(shop, 1);
    const id = await start(first);
    await untilDone(shop, id);
    const [later] = await severalOrders(shop, 1);
    expect(await repeatEventChange(shop.context, id ?? '', 'ada')).toBe(true);
    expect(await untilDone(shop, id)).toMatchObject({ found: 2, rebooked: 2, attention: 0 });
    expect(later === undefined ? null : await bookedInstead(later)).toMatchObject({ state: 'ordered' });
    expect(shop.ticketing.orders).toHaveLength(4);
  });
});

/** One order for each is made and one exchange, and nothing is left held. */
async function expectRebookedOnce(made: readonly Ordered[], about: object = {}) {
  for (const ordered of made) {
    const { rows, cancelled, refunded } = await cancellationBooks(shop, ordered);
    const instead = await bookedInstead(ordered);
    const states = rows.map(({ state }) => state);
    expect({ ...about, state: instead?.state, states, cancelled: cancelled.length, refunded }).toEqual({
      ...{ ...about, state: 'ordered', states: ['done'], cancelled: 2, refunded: '0.00' },
    });
  }
  expect({ ...about, orders: shop.ticketing.orders.length }).toEqual({ ...about, orders: 2 * made.length });
  expect({ ...about, held: heldInVain().length }).toEqual({ ...about, held: 0 });
}

describe('rebooking everyone', () => {
  it('goes on after a crash at any call, with one order and one exchange', { timeout: 240_000 }, async () => {
    let calls = 1;
    for (let at = 1; at <= calls; at += 1) {
      for (const when of ['before', 'after'] as const) {
        reset();
        const made = await severalOrders(shop, 1);
        const id = (await start(made[0])) ?? '';
        const crashing = crashingContext(shop.context, { at, when });
        const act = async () => {
          await processEventChange(crashing.context, id);
          for (const checkout of await newBookingsOf(id)) await processCheckout(crashing.context, checkout);
          await processEventChange(crashing.context, id);
        };
        await crashing.outcome(act());
        if (!crashing.hasCrashed()) break;
        calls = Math.max(calls, crashing.calls.length + 1);
        expect(await untilDone(shop, id)).toMatchObject({ found: 1, rebooked: 1, attention: 0 });
        await expectRebookedOnce(made, { at, when });
      }
    }
    expect(calls).toBeGreaterThan(15);
  });

  it('by two workers at once is done once', { timeout: 60_000 }, async () => {
    const made = await severalOrders(shop, 4);
    const id = (await start(made[0])) ?? '';
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([1, 2, 3].map(() => processEventChange(shop.context, id)));
      await shop.laterAll();
    }
    expect(await untilDone(shop, id)).toMatchObject({ found: 4, rebooked: 4, attention: 0, waiting: 0 });
    await expectRebookedOnce(made);
  });

  it('continues when what was held has ended meanwhile', async () => {
    const made = await severalOrders(shop, 1);
    const id = (await start(made[0])) ?? '';
    shop.ticketing.holdMilliseconds = 1;
    await processEventChange(shop.context, id);
    expect(shop.ticketing.orders).toHaveLength(1);
    shop.ticketing.holdMilliseconds = 60_000;
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 1, attention: 0 });
    await expectRebookedOnce(made);
  });
});

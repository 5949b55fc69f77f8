import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancellationBooks, type Ordered } from '@/testing/shop/cancellations';
import { refundedFor, severalOrders, untilDone } from '@/testing/shop/event-changes';
import { incidentsOn } from '@/testing/shop/incidents';
import {
  bookedInstead,
  exchangedOnce,
  heldInVain,
  rebookingBooks,
  rebookWithCrash,
  startRebooking,
} from '@/testing/shop/rebook-all';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { grantAccess, hasAccess } from '../../data/access-store';
import { readOrders } from '../../data/order-store';
import { readPayments } from '../../data/payment-store';
import { readTimeline } from '../../data/timeline-store';
import { findEventChange, ordersInAttention } from '../../data/event-change-store';
import { processEventChange } from './process-event-change';
import { repeatEventChange } from './start-event-change';

let shop: TestShop;

let allSessions: TestShop['ticketing']['programme'];

beforeAll(async () => {
  shop = await startTestShop();
  allSessions = shop.ticketing.programme;
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.programme = allSessions;
  shop.ticketing.hasFilters = true;
});

const programme = (index: number) => {
  const found = shop.ticketing.programme[index];
  if (found === undefined) throw new Error('there is no such session');
  return found;
};

/** Starts rebooking all to the later session of the same day, or to another one. */
const start = (ordered: Ordered | undefined, target = programme(1)) =>
  startRebooking(shop, ordered, target.session);
const instead = (ordered: Ordered | undefined) =>
  ordered === undefined ? Promise.resolve(null) : bookedInstead(shop, ordered);

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
      const booked = await instead(ordered);
      expect(booked).toMatchObject({ quantities: [2], sessions: [programme(1).session] });
      expect(await readPayments(shop.context.database, booked?.id ?? '')).toEqual([]);
      const { cancelled } = await cancellationBooks(shop, ordered);
      expect(cancelled.toSorted()).toEqual([...ordered.tickets].toSorted());
    }
    for (const books of await rebookingBooks(shop, made)) expect(books).toEqual(exchangedOnce);
    const subjects = shop.mailbox.mails.slice(before).map(({ mail }) => mail.subject ?? '');
    expect(subjects.filter((subject) => subject.endsWith(' – your tickets'))).toHaveLength(3);
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
    const booked = await instead(ordered);
    expect(booked).toMatchObject({ quantities: [2], sessions: [programme(2).session] });
    const [order] = await readOrders(database, booked?.id ?? '');
    expect(order?.data.items[0]?.offer).toBe(programme(2).offer);
    expect(await hasAccess(database, 'a browser', booked?.id ?? '')).toBe(true);
    expect(await whatHappened(booked?.id ?? '')).toEqual(
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
    expect(heldInVain(shop)).toBe(0);
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
    const booked = await Promise.all(made.map(instead));
    expect(booked.filter((one) => one?.state === 'ordered')).toHaveLength(2);
    const problems = await problemsOf(id);
    expect(problems.map(({ problem }) => problem)).toEqual(['sold_out', 'sold_out']);
    for (const ordered of made) {
      const isKept = problems.some(({ checkoutId }) => checkoutId === ordered.id);
      const { cancelled } = await cancellationBooks(shop, ordered);
      expect(cancelled).toHaveLength(isKept ? 0 : 2);
    }
    expect(heldInVain(shop)).toBe(0);
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
    expect(await instead(used)).toBeNull();
    expect(await instead(halfUsed)).toMatchObject({ quantities: [1] });
    expect(await instead(cancelledOne)).toMatchObject({ quantities: [1] });
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

  it('is told nothing when the service refuses the new booking, and keeps the tickets', async () => {
    const [ordered] = await severalOrders(shop, 1);
    const before = shop.mailbox.mails.length;
    shop.ticketing.orderFaults.push('refuse');
    const id = await start(ordered);
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 0, rebooking: 0, attention: 1 });
    expect(await problemsOf(id)).toMatchObject([{ problem: 'not_made' }]);
    expect(shop.mailbox.mails).toHaveLength(before);
    expect(heldInVain(shop)).toBe(0);
    expect(await instead(ordered)).toBeNull();
  });

  it('who paid meanwhile is found when staff search again, and no one is rebooked twice', async () => {
    const [first] = await severalOrders(shop, 1);
    const id = await start(first);
    await untilDone(shop, id);
    const [later] = await severalOrders(shop, 1);
    expect(await repeatEventChange(shop.context, id ?? '', 'ada')).toBe(true);
    expect(await untilDone(shop, id)).toMatchObject({ found: 2, rebooked: 2, attention: 0 });
    expect(await instead(later)).toMatchObject({ state: 'ordered' });
    expect(shop.ticketing.orders).toHaveLength(4);
  });
});

describe('rebooking everyone', () => {
  it('goes on after a crash, with one order and one exchange', { timeout: 120_000 }, async () => {
    // Each call is tried in the long tests.
    for (const at of [3, 6, 9, 11, 13, 15, 18, 24]) {
      const when = at % 2 === 0 ? 'before' : 'after';
      const { hasCrashed, progress, books } = await rebookWithCrash(shop, { at, when });
      const { found, rebooked, attention } = progress;
      expect({ at, hasCrashed, found, rebooked, attention, ...books }).toEqual({
        at,
        hasCrashed: true,
        found: 1,
        rebooked: 1,
        attention: 0,
        ...exchangedOnce,
      });
    }
  });

  it('by several workers at once is done once', async () => {
    const made = await severalOrders(shop, 4);
    const id = (await start(made[0])) ?? '';
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([1, 2, 3].map(() => processEventChange(shop.context, id, 0)));
      await shop.laterAll();
    }
    expect(await untilDone(shop, id)).toMatchObject({ found: 4, rebooked: 4, attention: 0, waiting: 0 });
    for (const books of await rebookingBooks(shop, made)) expect(books).toEqual(exchangedOnce);
  });

  it('continues when what was held has ended meanwhile', async () => {
    const made = await severalOrders(shop, 1);
    const id = (await start(made[0])) ?? '';
    shop.ticketing.holdMilliseconds = 1;
    await processEventChange(shop.context, id, 0);
    expect(shop.ticketing.orders).toHaveLength(1);
    shop.ticketing.holdMilliseconds = 60_000;
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 1, attention: 0 });
    expect(await rebookingBooks(shop, made)).toEqual([exchangedOnce]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subtractAmounts, sumAmounts } from '@/lib/money/money';
import { cancel, type Ordered } from '@/testing/shop/cancellations';
import {
  refundedFor,
  sessionOfOrder,
  severalOrders,
  startFor,
  untilDone,
} from '@/testing/shop/event-changes';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { crashingContext } from '@/testing/faults/crash-injection';
import { findEventChange, ordersInAttention } from '../../data/event-change-store';
import type { EventChangeAction } from '../../values/event-change-values';
import { readHolds } from '../../data/hold-store';
import { processEventChange } from './process-event-change';
import { longestMessage, repeatEventChange } from './start-event-change';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasFilters = true;
});

const orders = (count: number) => severalOrders(shop, count);
const sessionOf = (ordered: Ordered) => sessionOfOrder(shop, ordered);
const start = (sessionId: string, action: EventChangeAction = 'refund', occursAt?: Date) =>
  startFor(shop, sessionId, action, { occursAt });
const finished = (id: string | null) => untilDone(shop, id);
const mailsWith = (text: string) =>
  shop.mailbox.mails.filter(({ mail }) => mail.subject?.includes(text) === true);
const refundedOf = (ordered: Ordered) => refundedFor(shop, ordered);

describe('a cancelled session', () => {
  it('is refunded to everyone who has tickets of it, once, and each is told why', async () => {
    const made = await orders(4);
    const [first, second] = made;
    if (first === undefined || second === undefined) throw new Error('nothing was ordered');
    await cancel(shop, second, { tickets: second.tickets.slice(0, 1) });
    const before = mailsWith('Tickets cancelled').length;
    const sessionId = await sessionOf(first);
    const id = await start(sessionId);
    expect(await start(sessionId)).toBeNull();
    const progress = await finished(id);
    expect(progress).toMatchObject({ refunded: progress.found, waiting: 0, refunding: 0, attention: 0 });
    expect(progress.found).toBeGreaterThanOrEqual(4);
    expect(made.map(refundedOf)).toEqual(['36.00', '36.00', '36.00', '36.00']);
    const mails = mailsWith('Tickets cancelled').slice(before);
    expect(mails).toHaveLength(progress.found);
    expect(mails[0]?.mail.text).toContain('A storm is coming.');
  });

  it('is refunded with a message that is longer than the reason of a cancellation may be', async () => {
    const [ordered] = await orders(1);
    if (ordered === undefined) throw new Error('nothing was ordered');
    const message = 'x'.repeat(longestMessage);
    const progress = await finished(await startFor(shop, await sessionOf(ordered), 'refund', { message }));
    expect(progress).toMatchObject({ refunded: progress.found, attention: 0 });
    expect(refundedOf(ordered)).toBe('36.00');
    expect(mailsWith('Tickets cancelled').at(-1)?.mail.text).toContain(message);
  });

  it('again finds what was sold since, and refunds nothing twice', async () => {
    const [first] = await orders(1);
    if (first === undefined) throw new Error('nothing was ordered');
    const sessionId = await sessionOf(first);
    const id = await start(sessionId);
    await finished(id);
    const [later] = await orders(1);
    expect(await repeatEventChange(shop.context, id ?? '', 'ada')).toBe(true);
    expect(await repeatEventChange(shop.context, id ?? '', 'ada')).toBe(false);
    const progress = await finished(id);
    expect(progress).toMatchObject({ waiting: 0, attention: 0 });
    expect([first, later].map((one) => one && refundedOf(one))).toEqual(['36.00', '36.00']);
    const second = await finished(await start(sessionId));
    expect(second).toMatchObject({ refunded: 0, nothing: second.found, amount: '0.00' });
  });

  it('leaves to staff what a bank is deciding about, and refunds the others', async () => {
    const [disputed, other] = await orders(2);
    if (disputed === undefined || other === undefined) throw new Error('nothing was ordered');
    const { deliver } = incidentsOn(shop);
    await deliver(...shop.provider.incidents.openDispute(disputed.intent).events);
    const id = await start(await sessionOf(other));
    expect(await finished(id)).toMatchObject({ attention: 1, waiting: 0 });
    const change = await findEventChange(shop.context.database, id ?? '');
    if (change === null) throw new Error('it is gone');
    expect(await ordersInAttention(shop.context.database, change, 10)).toMatchObject([
      { checkoutId: disputed.id, problem: 'disputed' },
    ]);
    expect(refundedOf(other)).toBe('36.00');
    expect(refundedOf(disputed)).toBe('0.00');
  });

  it('refunds what is left after staff have refunded some of it, or all of it, at the provider', async () => {
    const [some, all, other] = await orders(3);
    if (some === undefined || all === undefined || other === undefined)
      throw new Error('nothing was ordered');
    const { deliver } = incidentsOn(shop);
    await deliver(...shop.provider.incidents.refundAtDashboard(some.intent, 1000).events);
    await deliver(...shop.provider.incidents.refundAtDashboard(all.intent).events);
    const before = sumAmounts([some, all, other].map(refundedOf));
    const progress = await finished(await start(await sessionOf(other)));
    expect(progress).toMatchObject({ attention: 0, waiting: 0, refunded: progress.found, amount: '62.00' });
    const after = [some, all, other].map(refundedOf);
    expect(subtractAmounts(sumAmounts(after), before)).toBe('62.00');
    expect(after).toEqual(['36.00', '36.00', '36.00']);
  });

  it('goes on after a crash at any call to the outside', async () => {
    const made = await orders(3);
    const [first] = made;
    if (first === undefined) throw new Error('nothing was ordered');
    const id = (await start(await sessionOf(first))) ?? '';
    let crashes = 0;
    for (let at = 1; at < 12; at += 2) {
      const crashing = crashingContext(shop.context, { at, when: at % 4 === 1 ? 'before' : 'after' });
      await crashing.outcome(processEventChange(crashing.context, id, 0));
      crashes += crashing.hasCrashed() ? 1 : 0;
      await shop.laterAll();
    }
    expect(crashes).toBeGreaterThan(2);
    const progress = await finished(id);
    expect(progress).toMatchObject({ waiting: 0, attention: 0, refunding: 0 });
    expect(made.map(refundedOf)).toEqual(['36.00', '36.00', '36.00']);
    expect(sumAmounts(made.map(refundedOf))).toBe('108.00');
  });
});

it('a moved session tells everyone the new time and the message, and leaves the tickets valid', async () => {
  const made = await orders(2);
  const [first] = made;
  if (first === undefined) throw new Error('nothing was ordered');
  const before = mailsWith('News about your visit').length;
  const [hold] = await readHolds(shop.context.database, first.id);
  const later = new Date(Date.parse(hold?.descriptions['en']?.[0]?.tickets[0]?.occursAt ?? '') + 3_600_000);
  const progress = await finished(await start(await sessionOf(first), 'notify', later));
  expect(progress).toMatchObject({ notified: progress.found, refunded: 0, amount: '0.00' });
  const mails = mailsWith('News about your visit').slice(before);
  expect(mails).toHaveLength(progress.found);
  expect(mails[0]?.mail.text).toContain('A storm is coming.');
  expect(made.map(refundedOf)).toEqual(['0.00', '0.00']);
  // The order's page and its calendar file have the new time.
  const [moved] = await readHolds(shop.context.database, first.id);
  expect(moved?.descriptions['en']?.[0]?.tickets[0]?.occursAt).toBe(later.toISOString());
});

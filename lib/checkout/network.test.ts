import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '../client/service-error';
import { hold } from './basket';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import { readPayments } from './payment-store';
import { heldId, holdRequest, orderOf, startStage, type Stage } from './testing';
import { audit } from './testing/books';
import type { ExchangeFault } from './testing/fault-proxy';
import { readTimeline } from './timeline-store';
import { startWorker } from './worker';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ patienceMilliseconds: 1_000 });
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

async function rounds(most: number, isOver: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < most && !(await isOver()); round += 1) {
    await stage.laterAll();
    await stage.settle();
  }
}

const faults: [string, ExchangeFault][] = [
  ['late', { kind: 'delay', milliseconds: 50 }],
  ['reset before anything arrived', { kind: 'reset' }],
  ['swallowed on its way there', { kind: 'black_hole' }],
  ['cut on its way there', { kind: 'cut_question', bytes: 300 }],
  ['cut on its way back', { kind: 'cut_answer', bytes: 60 }],
  ['swallowed on its way back', { kind: 'lose_answer' }],
];

describe('an answer that is lost', () => {
  it('to the hold: the basket has nothing of it, and the next try holds', async () => {
    stage.ticketing.reserveFaults.push('cut_after');
    await expect(hold(stage.rooms, holdRequest(stage.ticketing, 1))).rejects.toThrow(ServiceError);
    const id = await stage.hold(1);
    expect(await readHolds(stage.rooms.database, id)).toHaveLength(1);
  });

  it.each(faults)('to the order: %s: one order, for what was paid', async (_, fault) => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    stage.network.service.faults.push(fault);
    await rounds(1, () => Promise.resolve(false));
    expect(await stage.state(id)).toBe(fault.kind === 'delay' ? 'ordered' : 'ordering');
    await rounds(8, async () => (await stage.state(id)) === 'ordered');
    const { reference } = await stage.find(id);
    const judged = audit(stage, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
    expect(judged).toMatchObject({ wrong: [], ended: { ordered: 1 } });
  });

  it.each(faults)('to opening the page: %s: one page', async (_, fault) => {
    const id = await stage.hold();
    const before = stage.provider.sessions.size;
    stage.network.provider.faults.push(fault);
    const placed = await placeOrder(stage.rooms, orderOf(id, '36.00'));
    if (placed.kind === 'provider_away') await placeOrder(stage.rooms, orderOf(id, '36.00'));
    expect(await readPayments(stage.rooms.database, id)).toMatchObject([{ state: 'open' }]);
    expect(stage.provider.sessions.size).toBe(before + 1);
  });

  it.each(faults)('to the refund: %s: the money back once, and a letter', async (_, fault) => {
    const { id, sessionId } = await stage.paying();
    stage.ticketing.expire();
    stage.ticketing.stock = 0;
    stage.provider.pay(sessionId);
    // The first exchange asks for the payment, the second is the refund.
    stage.network.provider.faults.push(null, fault);
    await rounds(8, async () => (await stage.state(id)) === 'refunded');
    await stage.settle();
    const { reference } = await stage.find(id);
    const judged = audit(stage, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
    expect(judged).toMatchObject({ wrong: [], ended: { refunded: 1 } });
  });
});

it('a request for the order that was turned away is simply sent again: there is nothing to look for', async () => {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId);
  stage.ticketing.orderFaults.push('forbidden', 'cut_after');
  await rounds(1, () => Promise.resolve(false));
  expect(await stage.find(id)).toMatchObject({ state: 'ordering', asked: false });
  await rounds(1, () => Promise.resolve(false));
  expect(stage.ticketing.orderCalls).toHaveLength(2);
  expect(await stage.find(id)).toMatchObject({ state: 'ordering', asked: true });
  await rounds(1, () => Promise.resolve(false));
  expect(await stage.state(id)).toBe('ordered');
  expect(stage.ticketing.orderCalls).toHaveLength(2);
  expect(await stage.ordersFor(id)).toHaveLength(1);
});

describe('one of several reservations that expired', () => {
  it.each(['each', 'one'] as const)('is held again, and all are ordered (grouped: %s)', async (grouping) => {
    stage.ticketing.grouping = grouping;
    const { item } = stage.ticketing;
    const items = [item(1, '12.50'), item(2, '9.99'), item(1, '7.00')];
    const id = heldId(await hold(stage.rooms, { ...holdRequest(stage.ticketing, 1), items }));
    await placeOrder(stage.rooms, orderOf(id, '39.48'));
    const before = await readHolds(stage.rooms.database, id);
    stage.ticketing.expire([before.at(-1)?.reservationId ?? '']);
    const [payment] = await readPayments(stage.rooms.database, id);
    stage.provider.pay(payment?.sessionId ?? '');
    await rounds(2, async () => (await stage.state(id)) === 'ordered');
    const after = await readHolds(stage.rooms.database, id);
    const kept = before.filter((old) => after.some((hold) => hold.id === old.id));
    expect(kept).toHaveLength(before.length - 1);
    expect(await stage.ordersFor(id)).toHaveLength(grouping === 'one' ? 1 : 3);
    const { reference } = await stage.find(id);
    const judged = audit(stage, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
    expect(judged).toMatchObject({ wrong: [], ended: { ordered: 1 } });
  });

  it('and is sold out: no order at all, and all the money back', async () => {
    const { item } = stage.ticketing;
    const request = { ...holdRequest(stage.ticketing, 1), items: [item(1, '12.50'), item(2, '9.99')] };
    const id = heldId(await hold(stage.rooms, request));
    await placeOrder(stage.rooms, orderOf(id, '32.48'));
    const [first] = await readHolds(stage.rooms.database, id);
    stage.ticketing.expire([first?.reservationId ?? '']);
    stage.ticketing.stock = 0;
    const [payment] = await readPayments(stage.rooms.database, id);
    stage.provider.pay(payment?.sessionId ?? '');
    await rounds(2, async () => (await stage.state(id)) === 'refunded');
    expect(await stage.find(id)).toMatchObject({ state: 'refunded', reason: 'sold_out' });
    expect(await stage.ordersFor(id)).toEqual([]);
    expect(stage.provider.refunded.get(`pi_${payment?.sessionId ?? ''}`)).toBe(3248);
  });
});

describe('a mail server that is down', () => {
  const age = (hours: number) =>
    stage.rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.mail set created_at = created_at - make_interval(hours => ${hours}),
              refused_at = refused_at - make_interval(hours => ${hours})`,
      ),
    );

  const mails = async (condition: string) => {
    const [row] = await stage.rooms.database.rows(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from storefront.mail where due_at is not null and ${sql.raw(condition)}`,
    );
    return row?.count ?? 0;
  };

  it('for hours leaves orders alone, and gets its letters when it is back', async () => {
    stage.network.mail.away = true;
    const id = await stage.paidByWebhook();
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    for (let hour = 0; hour < 3; hour += 1) {
      await age(1);
      await stage.laterAll();
      await stage.settle();
    }
    expect(stage.mailbox.mails).toEqual([]);
    stage.network.mail.away = false;
    await stage.laterAll();
    await stage.settle();
    expect(stage.mailbox.mails).toHaveLength(1);
  });

  it('and takes letters without an answer: the next order does not wait for it', async () => {
    stage.network.mail.otherwise = () => ({ kind: 'lose_answer' });
    const worker = startWorker(stage.rooms);
    await stage.paidByWebhook();
    worker.wake();
    const hangs = async () => (await mails('leased_until is not null')) > 0;
    while (!(await hangs())) await new Promise((later) => setTimeout(later, 20));
    const next = await stage.paidByWebhook();
    worker.wake();
    while ((await stage.state(next)) !== 'ordered') await new Promise((later) => setTimeout(later, 20));
    expect(await hangs()).toBe(true);
    expect(stage.mailbox.mails).toEqual([]);
    stage.network.mail.otherwise = () => null;
    stage.network.mail.breakAll();
    await worker.stop();
  });

  it('for more than a day: the letter is given up, and the timeline says so', async () => {
    stage.network.mail.away = true;
    const id = await stage.paidByWebhook();
    await stage.settle();
    await age(25);
    await stage.laterAll();
    await stage.settle();
    const timeline = await readTimeline(stage.rooms.database, id);
    expect(timeline.map(({ what }) => what)).toContain('mail_failed');
    expect(await stage.state(id)).toBe('ordered');
  });
});

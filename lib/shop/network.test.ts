import { jobsOf } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../client/service-error';
import { hold } from './flows/basket/basket';
import { readHolds } from './data/hold-store';
import { placeOrder } from './flows/checkout/place-order';
import { readPayments } from './data/payment-store';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { audit } from '@/testing/shop/books';
import type { ExchangeFault } from '@/testing/faults/fault-proxy';
import { readTimeline } from './data/timeline-store';
import { startWorker } from './worker/worker';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ timeoutMilliseconds: 1_000 });
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

async function rounds(most: number, isOver: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < most && !(await isOver()); round += 1) {
    await shop.laterAll();
    await shop.settle();
  }
}

const faults: [string, ExchangeFault][] = [
  ['late', { kind: 'delay', milliseconds: 50 }],
  ['reset before anything arrived', { kind: 'reset' }],
  ['lost on its way there', { kind: 'black_hole' }],
  ['cut on its way there', { kind: 'cut_question', bytes: 300 }],
  ['cut on its way back', { kind: 'cut_answer', bytes: 60 }],
  ['lost on its way back', { kind: 'lose_answer' }],
];

describe('a lost or late response', () => {
  it('to the hold request: the basket does not change, and the next try holds', async () => {
    shop.ticketing.reserveFaults.push('cut_after');
    await expect(hold(shop.context, holdRequest(shop.ticketing, 1))).rejects.toThrow(ServiceError);
    const id = await shop.hold(1);
    expect(await readHolds(shop.context.database, id)).toHaveLength(1);
  });

  it.each(faults)('to the order request (%s): one order, for what was paid', async (_, fault) => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    shop.network.service.faults.push(fault);
    await rounds(1, () => Promise.resolve(false));
    expect(await shop.state(id)).toBe(fault.kind === 'delay' ? 'ordered' : 'ordering');
    await rounds(8, async () => (await shop.state(id)) === 'ordered');
    const { reference } = await shop.find(id);
    const judged = audit(shop, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
    expect(judged).toMatchObject({ wrong: [], ended: { ordered: 1 } });
  });

  it.each(faults)('to the request for the payment page (%s): one page', async (_, fault) => {
    const id = await shop.hold();
    const before = shop.provider.sessions.size;
    shop.network.provider.faults.push(fault);
    const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
    if (placed.kind === 'provider_unavailable') await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(await readPayments(shop.context.database, id)).toMatchObject([{ state: 'open' }]);
    expect(shop.provider.sessions.size).toBe(before + 1);
  });

  it.each(faults)('to the refund request (%s): one refund, and an e-mail', async (_, fault) => {
    const { id, sessionId } = await shop.paying();
    shop.ticketing.expire();
    shop.ticketing.stock = 0;
    shop.provider.pay(sessionId);
    // The first exchange reads the payment, the second is the refund.
    shop.network.provider.faults.push(null, fault);
    await rounds(8, async () => (await shop.state(id)) === 'refunded');
    await shop.settle();
    const { reference } = await shop.find(id);
    const judged = audit(shop, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
    expect(judged).toMatchObject({ wrong: [], ended: { refunded: 1 } });
  });
});

it('an order request that was rejected before it was carried out is repeated without a lookup', async () => {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId);
  shop.ticketing.orderFaults.push('forbidden', 'cut_after');
  await rounds(1, () => Promise.resolve(false));
  expect(await shop.find(id)).toMatchObject({ state: 'ordering', asked: false });
  await rounds(1, () => Promise.resolve(false));
  expect(shop.ticketing.orderCalls).toHaveLength(2);
  expect(await shop.find(id)).toMatchObject({ state: 'ordering', asked: true });
  await rounds(1, () => Promise.resolve(false));
  expect(await shop.state(id)).toBe('ordered');
  expect(shop.ticketing.orderCalls).toHaveLength(2);
  expect(await shop.ordersFor(id)).toHaveLength(1);
});

describe('one of several reservations that expired', () => {
  it.each(['each', 'one'] as const)(
    'is reserved again, and all are ordered (grouped: %s)',
    async (grouping) => {
      shop.ticketing.grouping = grouping;
      const { item } = shop.ticketing;
      const items = [item(1, '12.50'), item(2, '9.99'), item(1, '7.00')];
      const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), items }));
      await placeOrder(shop.context, orderOf(id, '39.48'));
      const before = await readHolds(shop.context.database, id);
      shop.ticketing.expire([before.at(-1)?.reservationId ?? '']);
      const [payment] = await readPayments(shop.context.database, id);
      shop.provider.pay(payment?.sessionId ?? '');
      await rounds(2, async () => (await shop.state(id)) === 'ordered');
      const after = await readHolds(shop.context.database, id);
      const kept = before.filter((old) => after.some((hold) => hold.id === old.id));
      expect(kept).toHaveLength(before.length - 1);
      expect(await shop.ordersFor(id)).toHaveLength(grouping === 'one' ? 1 : 3);
      const { reference } = await shop.find(id);
      const judged = audit(shop, [{ checkoutId: id, reference, email: 'ada@example.org' }]);
      expect(judged).toMatchObject({ wrong: [], ended: { ordered: 1 } });
    },
  );

  it('and is sold out: no order at all, and everything is refunded', async () => {
    const { item } = shop.ticketing;
    const request = { ...holdRequest(shop.ticketing, 1), items: [item(1, '12.50'), item(2, '9.99')] };
    const id = heldId(await hold(shop.context, request));
    await placeOrder(shop.context, orderOf(id, '32.48'));
    const [first] = await readHolds(shop.context.database, id);
    shop.ticketing.expire([first?.reservationId ?? '']);
    shop.ticketing.stock = 0;
    const [payment] = await readPayments(shop.context.database, id);
    shop.provider.pay(payment?.sessionId ?? '');
    await rounds(2, async () => (await shop.state(id)) === 'refunded');
    expect(await shop.find(id)).toMatchObject({ state: 'refunded', reason: 'sold_out' });
    expect(await shop.ordersFor(id)).toEqual([]);
    expect(shop.provider.refunded.get(shop.provider.intentOf(payment?.sessionId ?? ''))).toBe(3248);
  });
});

describe('a mail server that is down', () => {
  const age = (hours: number) =>
    shop.context.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.mail set created_at = created_at - make_interval(hours => ${hours}),
              refused_at = refused_at - make_interval(hours => ${hours})`,
      ),
    );

  const mails = () => jobsOf(shop.context.database, 'mail');

  it('for hours does not delay orders, and gets its e-mails when it is back', async () => {
    shop.network.mail.unavailable = true;
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    for (let hour = 0; hour < 3; hour += 1) {
      await age(1);
      await shop.laterAll();
      await shop.settle();
    }
    expect(shop.mailbox.mails).toEqual([]);
    shop.network.mail.unavailable = false;
    await shop.laterAll();
    await shop.settle();
    expect(shop.mailbox.mails).toHaveLength(1);
  });

  it('and accepts connections without a reply does not delay the next order', async () => {
    shop.network.mail.otherwise = () => ({ kind: 'lose_answer' });
    const worker = startWorker(shop.context);
    await shop.paidByWebhook();
    worker.wake();
    const hangs = async () => (await mails()).some(({ secondsLeased }) => secondsLeased !== null);
    while (!(await hangs())) await new Promise((later) => setTimeout(later, 20));
    const next = await shop.paidByWebhook();
    worker.wake();
    while ((await shop.state(next)) !== 'ordered') await new Promise((later) => setTimeout(later, 20));
    expect(await hangs()).toBe(true);
    expect(shop.mailbox.mails).toEqual([]);
    shop.network.mail.otherwise = () => null;
    shop.network.mail.breakAll();
    await worker.stop();
  });

  it('for more than a day: the e-mail is given up, and the timeline says so', async () => {
    shop.network.mail.unavailable = true;
    const id = await shop.paidByWebhook();
    await shop.settle();
    await age(25);
    await shop.laterAll();
    await shop.settle();
    const timeline = await readTimeline(shop.context.database, id);
    expect(timeline.map(({ what }) => what)).toContain('mail_failed');
    expect(await shop.state(id)).toBe('ordered');
  });
});

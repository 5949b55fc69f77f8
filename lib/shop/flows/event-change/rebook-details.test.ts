import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ordered } from '@/testing/shop/cancellations';
import { refundedFor, untilDone } from '@/testing/shop/event-changes';
import { bookedInstead, heldInVain, startRebooking } from '@/testing/shop/rebook-all';
import { heldId, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { keyedItems } from '../answers/questions';
import { holdAtCounter } from '../counter/hold-at-counter';
import { takePayment } from '../counter/take-payment';
import { readOrders } from '../../data/order-store';
import { placeOrder } from '../checkout/place-order';
import { erasePerson } from '../privacy/person';
import type { UnitAnswers } from '../../values/checkout-values';
import { readHolds } from '../../data/hold-store';
import { findUnsettled, readPayments } from '../../data/payment-store';
import { applyVoucher } from '../voucher/apply-voucher';
import { findEventChange, ordersInAttention } from '../../data/event-change-store';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  const field = { label: 'Card', helpText: '', type: 'text', position: 0, options: [] } as const;
  shop.ticketing.questions = [
    { ...field, options: [], code: 'card', required: true, min: null, max: null, maxLength: null },
  ];
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  const { ticketing } = shop;
  Object.assign(ticketing, { hasFilters: true, hasExtensions: true });
  ticketing.tickets.support = 'change';
  ticketing.tickets.all.clear();
  ticketing.vouchers.set('SUMMER27', '10.00');
});

const answersOf = (name: string) => [{ field: 'card', value: name }];

async function answersFor(id: string, names: readonly string[]): Promise<UnitAnswers[]> {
  const [item] = keyedItems(await readHolds(shop.context.database, id));
  return names.map((name, unit) => ({ item: item?.key ?? '', unit, answers: answersOf(name) }));
}

async function orderedAs(id: string): Promise<Ordered> {
  await shop.later(id);
  await shop.settle();
  const [order] = await readOrders(shop.context.database, id);
  const [payment] = await readPayments(shop.context.database, id);
  const tickets = order?.data.items[0]?.tickets ?? [];
  return { id, orderId: order?.id ?? '', tickets, intent: payment?.intent ?? '' };
}

interface Details {
  names?: readonly string[];
  email?: string;
  voucher?: string;
}

/** A paid purchase of two tickets of a company, with answers for each of these names. */
async function paid({ names = ['Ada', 'Grace'], email = 'ada@example.org', voucher }: Details = {}) {
  const id = await shop.hold(2);
  if (voucher !== undefined) await applyVoucher(shop.context, id, voucher);
  const answers = await answersFor(id, names);
  const invoice = { company: 'Ada & Co', vatNumber: null };
  const total = voucher === undefined ? '36.00' : '32.40';
  await placeOrder(shop.context, { ...orderOf(id, total, { email }), more: { invoice, answers } });
  const payment = await findUnsettled(shop.context.database, id);
  shop.provider.pay(payment?.sessionId ?? '');
  return orderedAs(id);
}

const start = (ordered: Ordered) => startRebooking(shop, ordered, shop.ticketing.programme[1]?.session ?? '');

async function problemsOf(id: string | null) {
  const change = await findEventChange(shop.context.database, id ?? '');
  if (change === null) throw new Error('it is gone');
  return (await ordersInAttention(shop.context.database, change, 10)).map(({ problem }) => problem);
}

describe('a rebooked holder', () => {
  it('has the same details and answers, also when one of the tickets was used', async () => {
    const ordered = await paid();
    const used = shop.ticketing.tickets.all.get(ordered.tickets[0] ?? '');
    if (used !== undefined) used.status = 'redeemed';
    expect(await untilDone(shop, await start(ordered))).toMatchObject({ rebooked: 1, attention: 0 });
    const instead = await bookedInstead(shop, ordered);
    const made = await shop.find(instead?.id ?? '');
    const before = await shop.find(ordered.id);
    expect(made).toMatchObject({
      channel: 'web',
      total: '18.00',
      credit: '18.00',
      customer: before.customer,
      entries: before.entries,
      invoice: before.invoice,
      email: before.email,
    });
    const [order] = await readOrders(shop.context.database, made.id);
    const [ticket] = order?.data.items[0]?.tickets ?? [];
    expect(shop.ticketing.tickets.all.get(ticket ?? '')?.answers).toEqual(answersOf('Grace'));
  });

  it('has the voucher again, and is left to staff when it can’t be used any more', async () => {
    const first = await paid({ voucher: 'summer-27' });
    expect(await untilDone(shop, await start(first))).toMatchObject({ rebooked: 1, attention: 0 });
    const instead = await bookedInstead(shop, first);
    expect(await shop.find(instead?.id ?? '')).toMatchObject({ total: '32.40', credit: '32.40' });
    expect(refundedFor(shop, first)).toBe('0.00');
    const second = await paid({ voucher: 'summer-27' });
    shop.ticketing.vouchers.clear();
    const id = await start(second);
    expect(await untilDone(shop, id)).toMatchObject({ rebooked: 0, nothing: 1, attention: 1 });
    expect(await problemsOf(id)).toEqual(['dearer']);
    expect(heldInVain(shop)).toBe(0);
  });

  it('has the voucher also when the service could not be asked for it at first', async () => {
    const ordered = await paid({ voucher: 'summer-27' });
    let asked = 0;
    shop.ticketing.meanwhile = ({ path }) => {
      shop.ticketing.unavailable = path.endsWith('/_apply-voucher') && (asked += 1) === 1;
      return Promise.resolve();
    };
    expect(await untilDone(shop, await start(ordered))).toMatchObject({ rebooked: 1, attention: 0 });
    expect(asked).toBeGreaterThan(1);
    const instead = await bookedInstead(shop, ordered);
    expect(await shop.find(instead?.id ?? '')).toMatchObject({ total: '32.40' });
  });

  it('is left to staff when a required answer, or the person, is not known', async () => {
    const email = 'erased@example.org';
    const [unanswered, erased] = [await paid({ names: ['Ada'] }), await paid({ email })];
    await erasePerson(shop.context, { email, staff: 'ada' });
    const id = await start(unanswered);
    expect(await untilDone(shop, id)).toMatchObject({ found: 2, rebooked: 0, attention: 2 });
    expect(await problemsOf(id)).toEqual(['details_missing', 'details_missing']);
    expect([await bookedInstead(shop, unanswered), await bookedInstead(shop, erased)]).toEqual([null, null]);
    expect(heldInVain(shop)).toBe(0);
  });

  it('who bought at the counter without an e-mail address gets none', async () => {
    const { catalogId } = shop.ticketing;
    const items = [shop.ticketing.item(2)];
    const sale = {
      saleId: crypto.randomUUID(),
      mostTickets: 20,
      language: 'en' as const,
      catalogId,
      items,
    };
    const id = heldId(await holdAtCounter(shop.context, sale));
    const { customer } = orderOf(id, '36.00');
    await takePayment(shop.context, {
      checkoutId: id,
      staff: 'ada',
      total: '36.00',
      customer,
      isReached: false,
      tender: { method: 'cash', given: '50.00' },
      answers: await answersFor(id, ['Ada', 'Grace']),
    });
    const ordered = await orderedAs(id);
    expect(await untilDone(shop, await start(ordered))).toMatchObject({ rebooked: 1, attention: 0 });
    const instead = await bookedInstead(shop, ordered);
    expect(await shop.find(instead?.id ?? '')).toMatchObject({ channel: 'counter', email: null });
    expect(shop.mailbox.mails).toEqual([]);
  });
});

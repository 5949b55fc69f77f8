import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readOpenTasks } from '@/lib/shop/data/task-store';
import { StaffOrder } from '@/components/staff/order/staff-order';
import { readRefunds } from '@/lib/shop/data/refund-store';
import { settleRefund } from '@/lib/shop/flows/refund/settle-refund';
import { acknowledgeTask } from '@/lib/shop/flows/attention/acknowledge-tasks';
import { readOrderView } from '@/lib/shop/flows/lookup/read-checkout';
import { fromCents } from '@/lib/money/money';
import { orderTickets } from '@/lib/storefront/common/order/order-tickets';
import { cancel, type Ordered, orderedWithTickets } from '@/testing/shop/cancellations';
import { exchanging, ordered as orderedFor } from '@/testing/shop/exchanges';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { textOf } from '@/testing/storefront/text-of';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => shop.reset());

async function staffPage({ id }: Ordered): Promise<string> {
  const read = await readOrderView(shop.context, id, 'en');
  if (read === null) throw new Error('no purchase');
  const view = { ...read, tasks: await readOpenTasks(shop.context.database, id) };
  const rest = { timeline: [], mailProblems: [], scans: { kind: 'scans', scans: [], more: 0 } as const };
  return textOf(
    <StaffOrder
      view={view}
      {...rest}
      actions={null}
      changeDate={null}
      problem={null}
      copy={null}
      correction={null}
      invoices={{ correct: null, answer: null }}
      paymentPages={null}
      paidBy={null}
      visit={null}
      done={null}
      copySeconds={0}
      tickets={await orderTickets(view, 'en')}
    />,
  );
}

/** "Paid €36.00 · …": the line of the page by its words. */
function sumsIn(page: string): Readonly<Record<string, string>> {
  const [line = ''] = /Paid €[\d.]+(?: · [A-Z][a-z ]+ €[\d.]+)+/.exec(page) ?? [];
  return Object.fromEntries(line.split(' · ').map((part) => part.split(' €') as [string, string]));
}

/** What the provider has moved: without the shop's books. */
function moved({ intent }: Ordered) {
  const sum = (cents: readonly number[]) => fromCents(cents.reduce((total, one) => total + one, 0));
  const refunds = [...shop.provider.refunds.values()].filter(
    ({ intentId, status }) => intentId === intent && status === 'succeeded',
  );
  const lost = shop.provider.events.all.filter(
    ({ type, object }) =>
      type === 'charge.dispute.closed' && object['payment_intent'] === intent && object['status'] === 'lost',
  );
  return {
    paid: fromCents(shop.provider.intents.get(intent)?.amountReceived ?? 0),
    refunded: sum(refunds.map(({ amount }) => amount)),
    byBank: sum(lost.map(({ object }) => Number(object['amount']))),
  };
}

const refundThere = async ({ intent }: Ordered, cents?: number) => {
  const { id, events } = shop.provider.incidents.refundAtDashboard(intent, cents);
  await incidentsOn(shop).deliver(...events);
  return id;
};
const comesBack = (refundId: string) =>
  incidentsOn(shop).deliver(...shop.provider.incidents.failRefund(refundId).events);
const replace = (order: Ordered, id: string) =>
  acknowledgeTask(
    shop.context,
    { checkoutId: order.id, id, reason: 'refund_undelivered', paidBack: 'cash' },
    'ada',
  );
const loseDispute = async ({ intent }: Ordered, cents?: number) => {
  const { openDispute, closeDispute } = shop.provider.incidents;
  const { id, events } = openDispute(intent, cents);
  await incidentsOn(shop).deliver(...events, ...closeDispute(id, 'lost').events);
};
const rowOf = async ({ id }: Ordered) => {
  const [row] = await readRefunds(shop.context.database, id);
  if (row === undefined) throw new Error('nothing was cancelled');
  return row;
};
const cancelFor = (order: Ordered, refund: string) => cancel(shop, order, { refund });

interface Story {
  readonly happens: (order: Ordered) => Promise<unknown>;
  readonly sums: Readonly<Record<string, string>>;
  /** Given back in cash: the provider knows nothing of it. */
  readonly byHand?: true;
}

/** What becomes of €36.00 for two tickets until none of them is left. */
const stories: Readonly<Record<string, Story>> = {
  'cancelled and refunded': {
    happens: (order) => cancel(shop, order),
    sums: { Refunded: '36.00', Kept: '0.00' },
  },
  'cancelled by a rule of a half': {
    happens: (order) => {
      shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 0.5 };
      return cancel(shop, order, { amount: '18.00' });
    },
    sums: { Refunded: '18.00', Kept: '18.00' },
  },
  'all refunded at the provider, then cancelled': {
    happens: async (order) => {
      await refundThere(order);
      await cancelFor(order, '0.00');
    },
    sums: { Refunded: '36.00', Kept: '0.00' },
  },
  'a part refunded at the provider, then cancelled': {
    happens: async (order) => {
      await refundThere(order, 2800);
      await cancelFor(order, '8.00');
    },
    sums: { Refunded: '36.00', Kept: '0.00' },
  },
  'the refund failed, and staff made it at the provider': {
    happens: async (order) => {
      shop.provider.refundFaults.push('failed');
      await cancel(shop, order);
      await refundThere(order);
      const how = { as: 'refunded', paidBack: 'provider', reason: 'there', staff: 'ada' } as const;
      await settleRefund(shop.context, (await rowOf(order)).id, how);
    },
    sums: { Refunded: '36.00', Kept: '0.00' },
  },
  'returned by the bank, then cancelled': {
    happens: async (order) => {
      await loseDispute(order);
      await cancelFor(order, '0.00');
    },
    sums: { Refunded: '0.00', Kept: '0.00', 'Returned by the bank': '36.00' },
  },
  'a part returned by the bank, then cancelled': {
    happens: async (order) => {
      await loseDispute(order, 1000);
      await cancelFor(order, '26.00');
    },
    // The provider refunds nothing of a payment that was disputed.
    sums: { Refunded: '0.00', Kept: '0.00', 'Returned by the bank': '10.00', 'Still to refund': '26.00' },
  },
  'the refund of the tickets came back': {
    happens: async (order) => {
      await cancel(shop, order);
      await comesBack((await rowOf(order)).refundId ?? '');
    },
    sums: { Refunded: '0.00', Kept: '0.00', 'Still to refund': '36.00' },
  },
  'the refund at the provider came back after the tickets were cancelled': {
    happens: async (order) => {
      const refund = await refundThere(order, 2800);
      await cancelFor(order, '8.00');
      await comesBack(refund);
    },
    sums: { Refunded: '8.00', Kept: '0.00', 'Still to refund': '28.00' },
  },
  'it came back, and staff gave the money in cash': {
    happens: async (order) => {
      const refund = await refundThere(order, 2800);
      await cancelFor(order, '8.00');
      await comesBack(refund);
      await replace(order, refund);
    },
    sums: { Refunded: '36.00', Kept: '0.00' },
    byHand: true,
  },
  'one exchanged for a cheaper one, the other cancelled': {
    happens: async (order) => {
      await cancel(shop, order, { tickets: order.tickets.slice(1) });
      await orderedFor(shop, (await exchanging(shop, order, '10.00')).id, '0.00');
    },
    sums: { Refunded: '26.00', 'Kept or credited to another booking': '10.00' },
  },
};

describe('the page of staff says what became of the money', () => {
  it.each(Object.entries(stories))('%s', async (_, { happens, sums, byHand }) => {
    const order = await orderedWithTickets(shop);
    await happens(order);
    const page = await staffPage(order);
    expect(sumsIn(page)).toEqual({ Paid: '36.00', ...sums });
    const { paid, refunded, byBank } = moved(order);
    expect(paid).toBe('36.00');
    expect(sums['Returned by the bank'] ?? '0.00').toBe(byBank);
    if (byHand !== true) expect(sums['Refunded']).toBe(refunded);
    expect(page).not.toContain('cancel them at the issuer');
  });

  it('tells to cancel the tickets only while there are some', async () => {
    const order = await orderedWithTickets(shop);
    await refundThere(order);
    expect(await staffPage(order)).toContain('cancel them at the issuer');
    await cancelFor(order, '0.00');
    expect(await staffPage(order)).toContain('None of its tickets is valid any more');
  });
});

it('what staff gave back in cash after a refund at the provider came back is not refunded again', async () => {
  const order = await orderedWithTickets(shop);
  const refund = await refundThere(order);
  await comesBack(refund);
  await replace(order, refund);
  expect(await cancel(shop, order)).toEqual({ kind: 'too_much' });
  expect(moved(order).refunded).toBe('0.00');
});

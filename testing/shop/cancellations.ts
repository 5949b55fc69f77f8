import { jobsOf } from './jobs';
import { processCancellation } from '@/lib/shop/flows/cancellation/process-cancellation';
import {
  type CancellationAnswer,
  type CancellationRequest,
  requestCancellations,
} from '@/lib/shop/flows/cancellation/request-cancellation';
import { readRefunds } from '@/lib/shop/data/refund-store';
import { readShownCancellations, type ShownCancellation } from '@/lib/shop/data/shown-cancellations';
import { processRefund } from '@/lib/shop/flows/refund/process-refund';
import type { CheckoutContext } from '@/lib/shop/context';
import { readOrders } from '@/lib/shop/data/order-store';
import { readPayments } from '@/lib/shop/data/payment-store';
import { fromCents, multiplyAmount, sumAmounts } from '@/lib/money/money';
import { type Crash, crashingContext, type ExternalCall } from '@/testing/faults/crash-injection';
import type { TestShop } from './test-shop';

/** An order with single tickets at a server that cancels: the whole price is refunded until tomorrow. */
export interface Ordered {
  id: string;
  orderId: string;
  tickets: readonly string[];
  intent: string;
}

export async function orderedWithTickets(shop: TestShop, quantity = 2): Promise<Ordered> {
  const { ticketing } = shop;
  ticketing.hasExtensions = true;
  ticketing.tickets.support = 'change';
  ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
  const { id, sessionId } = await shop.paying(quantity);
  shop.provider.pay(sessionId);
  await shop.later(id, { holdOver: true });
  await shop.settle();
  return orderedOf(shop, id);
}

/** What was ordered; an error without an order that is paid. */
export async function orderedOf(shop: TestShop, id: string): Promise<Ordered> {
  const [order] = await readOrders(shop.context.database, id);
  const [payment] = await readPayments(shop.context.database, id);
  if (order === undefined || payment?.intent === null || payment?.intent === undefined)
    throw new Error(`not ordered: ${await shop.state(id)}`);
  const { tickets = [] } = order.data.items[0] ?? {};
  return { id, orderId: order.id, tickets, intent: payment.intent };
}

/** A request of the customer for so many of the tickets, at the price of the fake. */
export function requestFor(
  shop: TestShop,
  { id, orderId, tickets }: Ordered,
  changes: Partial<CancellationRequest> = {},
): CancellationRequest {
  const wanted = changes.tickets ?? tickets;
  const amount = multiplyAmount(shop.ticketing.price, wanted.length);
  return {
    checkoutId: id,
    orderId,
    tickets: wanted,
    amount,
    reason: 'ill',
    staff: null,
    override: false,
    ...changes,
  };
}

/** The answer to one request. */
export async function requestOne(
  context: Pick<CheckoutContext, 'database' | 'client' | 'payments' | 'report'>,
  request: CancellationRequest,
): Promise<CancellationAnswer> {
  const answers = await requestCancellations(context, [request]);
  if (!Array.isArray(answers)) return answers;
  const [answer] = answers;
  if (answer === undefined) throw new Error('a request has no answer');
  return answer;
}

export async function cancel(
  shop: TestShop,
  ordered: Ordered,
  changes: Partial<CancellationRequest> = {},
): Promise<CancellationAnswer> {
  const answer = await requestOne(shop.context, requestFor(shop, ordered, changes));
  await shop.settle();
  return answer;
}

/** What the books of the service and of the provider say; the shop's own are `rows`. */
export async function cancellationBooks(shop: TestShop, { id, orderId, intent }: Ordered) {
  const made = shop.ticketing.cancelling.all.get(orderId) ?? [];
  return {
    cancelled: made.flatMap(({ tickets }) => tickets),
    owed: sumAmounts(made.map(({ refundAmountInclTax }) => refundAmountInclTax)),
    refunded: fromCents(shop.provider.refunded.get(intent) ?? 0),
    rows: await readShownCancellations(shop.context.database, id),
  };
}

/** The newest refund for cancelled tickets from a purchase's payment; empty if there is none. */
export async function refundIdOf({ database }: Pick<CheckoutContext, 'database'>, purchase: string) {
  const refunds = await readRefunds(database, purchase);
  return refunds.findLast(({ cause }) => cause === 'cancelled_tickets')?.id ?? '';
}

export const statesOf = (rows: readonly ShownCancellation[]) => rows.map(({ state }) => state);

const mostRounds = 15;

/** A cancellation by a process that crashes, if `crash` is given; another one repeats the request and finishes. */
export async function cancelIn(
  shop: TestShop,
  crash: Crash | null,
): Promise<{ ordered: Ordered; calls: ExternalCall[]; crashed: boolean }> {
  const ordered = await orderedWithTickets(shop);
  const request = requestFor(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
  const first = crashingContext(shop.context, crash);
  const act = async (context: CheckoutContext) => {
    const answer = await requestOne(context, request);
    if ('id' in answer) await processCancellation(context, answer.id, 0);
    await processRefund(context, await refundIdOf(context, ordered.id), 0);
    return answer;
  };
  await first.outcome(act(first.context));
  // The customer presses the button again at another process.
  await requestOne(shop.context, request);
  for (let round = 0; round < mostRounds; round += 1) {
    await shop.laterAll();
    await shop.settle();
    const jobs = [
      await jobsOf(shop.context.database, 'cancellation'),
      await jobsOf(shop.context.database, 'refund'),
    ];
    if (jobs.flat().length === 0) break;
  }
  return { ordered, calls: first.calls, crashed: first.hasCrashed() };
}

/** Every possible crash: one at a call that only reads, two at a call that changes something. */
export async function crashesInCancellation(shop: TestShop): Promise<Crash[]> {
  shop.reset();
  const { calls } = await cancelIn(shop, null);
  return calls.flatMap(({ changes }, index): Crash[] => {
    const at = index + 1;
    return changes
      ? [
          { at, when: 'before' },
          { at, when: 'after' },
        ]
      : [{ at, when: 'before' }];
  });
}

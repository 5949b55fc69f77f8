import { toCents } from '@/lib/money/money';
import { isOfPart } from '@/lib/shop/rules/refund';
import { groupBy, sum } from './index-records';
import type { Checkout, Index, Records, ShopRefund, Tell } from './records';

/**
 * What the shop has of each purchase, in cents, is what its tickets cost. Purchases that are linked by exchanges are counted
 * together, because the money of one pays for the other.
 */
export function compareMoney(records: Records, index: Index, tell: Tell): void {
  for (const purchases of linkedPurchases(records, index)) {
    const have =
      sum(purchases.map((one) => kept(records, one, tell))) - givenBackOtherwise(records, purchases);
    const parts = {
      tickets: sum(purchases.map((one) => keptOfTickets(records, index, one))),
      owed: sum(purchases.map((one) => owed(records, index, one))),
      keptByBank: sum(purchases.map((one) => keptByBank(records, index, one))),
    };
    const expected = parts.tickets + parts.owed + parts.keptByBank;
    const states = purchases.map(({ reference, state, reason, settledAs, channel }) =>
      [reference, channel, state, reason, settledAs].filter((word) => word !== null).join(' '),
    );
    const references = purchases.map(({ reference }) => reference);
    if (have !== expected)
      tell('the money is not what the tickets cost', references, { have, expected, ...parts, states });
  }
}

/** Groups of purchases of which tickets were exchanged for each other. */
export function linkedPurchases({ shop, service }: Records, { purchase, checkout }: Index): Checkout[][] {
  const parent = new Map<string, string>();
  const rootOf = (id: string): string => {
    const next = parent.get(id);
    return next === undefined ? id : rootOf(next);
  };
  const link = (one: string | undefined, other: string | undefined) => {
    if (one === undefined || other === undefined) return;
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a !== b) parent.set(a, b);
  };
  for (const { orderId, rebookedTo } of service.cancellations)
    for (const to of rebookedTo) link(purchase.get(orderId)?.id, purchase.get(to)?.id);
  for (const { checkoutId, earlierId } of shop.rebookings)
    if (checkout.has(checkoutId)) link(checkoutId, earlierId);
  return [...groupBy(shop.checkouts, ({ id }) => rootOf(id)).values()];
}

/** What the provider and the till have of a purchase. */
function kept({ shop, provider }: Records, { id, reference }: Checkout, tell: Tell): number {
  const intents = provider.sessions
    .filter(({ clientReferenceId }) => clientReferenceId === id)
    .flatMap(({ intentId }) => provider.intents.filter((intent) => intent.id === intentId))
    .filter(({ amountReceived }) => amountReceived > 0);
  if (intents.length > 1) tell('paid twice', [reference], intents);
  const atProvider = intents.map((intent) => {
    const back = provider.refunds.filter((one) => one.intentId === intent.id && one.status !== 'failed');
    const left = intent.amountReceived - sum(back.map(({ amount }) => amount));
    if (left < 0) tell('more is refunded than was paid', [reference], { intent, back });
    return left;
  });
  const inTill = shop.payments
    .filter((one) => one.checkoutId === id && one.method !== 'provider')
    .filter(({ state, refundedAt }) => state === 'paid' && refundedAt === null)
    .map(({ amount }) => toCents(amount));
  return sum([...atProvider, ...inTill]);
}

const isOf =
  (purchases: readonly Checkout[]) =>
  ({ checkoutId }: { checkoutId: string }) =>
    purchases.some(({ id }) => id === checkoutId);

const centsOf = ({ amount }: ShopRefund) => toCents(amount);

/**
 * What the tickets cost now, without what staff gave back while they were valid: in cents. Who cancels such tickets afterwards gets
 * what is left of the payment, so it is never less than nothing.
 */
export function keptOfTickets({ shop }: Pick<Records, 'shop'>, index: Index, checkout: Checkout): number {
  const goodwill = shop.refunds
    .filter(isOf([checkout]))
    .filter(({ cause, state }) => cause === 'goodwill' && state !== 'waived');
  return Math.max(0, costOf(index, checkout) - sum(goodwill.map(centsOf)));
}

/** What staff have given back by hand: out of the till, or in another way than by the provider. */
function givenBackOtherwise({ shop }: Records, purchases: readonly Checkout[]): number {
  const settled = shop.refunds
    .filter(isOf(purchases))
    .filter((one) => isOfPart(one) && one.state === 'settled' && one.paidBack !== 'provider');
  const replaced = shop.incidents
    .filter(isOf(purchases))
    .filter(
      ({ kind, status, paidBack }) => kind === 'refund_failed' && status === 'open' && paidBack !== null,
    );
  return sum([...settled.map(centsOf), ...replaced.map(({ amount }) => toCents(amount))]);
}

/** What the tickets of a purchase cost that were not cancelled, and what is not refunded of those that were. */
export function costOf({ orders, made, totalOf }: Index, { reference }: Checkout): number {
  return sum(
    (orders.get(reference) ?? []).map(
      (order) =>
        totalOf(order) - sum((made.get(order.id) ?? []).map(({ refundAmount }) => toCents(refundAmount))),
    ),
  );
}

/** What the shop still has and owes, because staff have not settled it. */
function owed({ shop, provider }: Records, { orders }: Index, checkout: Checkout): number {
  const isAsked = ({ id }: ShopRefund) =>
    provider.refunds.some(({ metadata, status }) => metadata['request'] === id && status !== 'failed');
  const own = isOf([checkout]);
  const refunds = shop.refunds
    .filter(own)
    .filter((one) => isOfPart(one) && (one.state === 'failed' || (one.state === 'due' && !isAsked(one))));
  const failed = shop.incidents
    .filter(own)
    .filter(
      ({ kind, status, paidBack }) => kind === 'refund_failed' && status === 'open' && paidBack === null,
    );
  const isWaiting =
    checkout.state === 'attention' && checkout.settledAs === null && !orders.has(checkout.reference);
  const payments = shop.payments
    .filter(own)
    .filter(({ state, refundedAt }) => isWaiting && state === 'paid' && refundedAt === null);
  return sum([...refunds.map(centsOf), ...[...failed, ...payments].map(({ amount }) => toCents(amount))]);
}

/**
 * Staff have settled it as "nothing", because the bank has taken the money back; or the tickets were cancelled after that, and
 * there was nothing left to refund. What was exchanged for other tickets was not to be refunded.
 */
function keptByBank({ shop }: Records, { orders, made }: Index, checkout: Checkout): number {
  const isOwn = isOf([checkout]);
  const waived = shop.refunds.filter(isOwn).filter(({ state }) => state === 'waived');
  const isLost = shop.incidents.some((one) => isOwn(one) && one.kind === 'dispute' && one.status === 'lost');
  const cancellations = new Set(shop.cancellations.filter(isOwn).map(({ id }) => id));
  const planned = shop.refunds.filter(({ cancellationId }) => cancellations.has(cancellationId ?? ''));
  const named = (orders.get(checkout.reference) ?? []).flatMap(({ id }) => made.get(id) ?? []);
  const unplanned = sum(named.map(({ refundAmount }) => toCents(refundAmount))) - sum(planned.map(centsOf));
  const exchanged = shop.cancellations
    .filter(isOwn)
    .flatMap(({ rebookedTo }) => shop.checkouts.filter(({ id }) => id === rebookedTo))
    .map(({ credit }) => toCents(credit));
  return sum(waived.map(centsOf)) + (isLost ? Math.max(0, unplanned - sum(exchanged)) : 0);
}

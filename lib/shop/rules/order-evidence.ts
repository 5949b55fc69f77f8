import { lastSegment } from '../../contract/iri';
import type { Order } from '../../contract/order';
import { compareAmounts, sumAmounts } from '../../money/money';
import type { LookOnly } from '../values/checkout-values';

/** What one reservation says about itself: it can't be read, or it names its order (a path), or none. */
export type ReservationSeen = 'missing' | { order: string | null };

export interface Seen {
  reservationIds: readonly string[];
  total: string | null;
  /** Every order that was returned, named by its reservation, or listed under the checkout's reference. */
  orders: readonly Order[];
}

export type Evidence =
  /** Exactly one order for each reservation, at the total that the customer agreed to. */
  | { kind: 'ordered'; orders: Order[] }
  /** No order was found, and every reservation could be read and names none. */
  | { kind: 'none' }
  | { kind: 'unclear'; why: 'partly_ordered' | 'ordered_twice' | 'total_differs' | 'unreadable' };

const reservationOf = ({ reservation }: Order): string => lastSegment(reservation);

/** Whether orders are exactly those that were requested: one for each reservation, at the agreed total. */
export function judgeOrders({ reservationIds, total, orders }: Seen): Evidence {
  const distinct = [...new Map(orders.map((order) => [order.id, order])).values()];
  const ordered = reservationIds.flatMap((id) => distinct.find((order) => reservationOf(order) === id) ?? []);
  if (reservationIds.length === 0 || ordered.length < reservationIds.length)
    return { kind: 'unclear', why: 'partly_ordered' };
  // A second order for a reservation, or an order for a reservation of another checkout.
  if (distinct.length > ordered.length) return { kind: 'unclear', why: 'ordered_twice' };
  const sum = sumAmounts(ordered.map((order) => order.totalAmountInclTax));
  if (total === null || compareAmounts(sum, total) !== 0) return { kind: 'unclear', why: 'total_differs' };
  return { kind: 'ordered', orders: ordered };
}

/** What the reservations and orders prove after a lookup, which can also show that there is no order. */
export function judgeLook(seen: Seen, reservations: readonly ReservationSeen[]): Evidence {
  if (seen.orders.length > 0) return judgeOrders(seen);
  const namesNone = (one: ReservationSeen) => one !== 'missing' && one.order === null;
  return reservations.length > 0 && reservations.every(namesNone)
    ? { kind: 'none' }
    : { kind: 'unclear', why: 'unreadable' };
}

/**
 * From this lookup on, "there is no order" is accepted: before, the server may still process the request. A server that keeps
 * idempotency keys can be asked again at once: it does the same request once, however late the first one comes to its end.
 */
const believedFrom = 4;
/** From this lookup on it is accepted when only the reservations could be read completely, and not the list of orders. */
const believedAloneFrom = 8;
/** After so many lookups without a clear result, staff have to look. */
const mostLooks = 8;

interface LookContext {
  tries: number;
  lookOnly: LookOnly | null;
  listComplete: boolean;
  keepsKeys: boolean;
}

export type NextOrderStep = 'finish' | 'request_again' | 'reserve_again' | 'look_again' | 'call_staff';

/**
 * Decides the step after a lookup. `tries`: how many lookups came before it. `lookOnly`: why no further order
 * may be requested. `listComplete`: the list of orders could be read as far back as needed. `keepsKeys`: the server keeps
 * idempotency keys.
 *
 * A refusal after an unanswered request proves nothing: the unanswered request may have made the order. Only
 * for an expired reservation no order can be made any more (§3), so when neither the reservations nor the
 * list show an order, it is reserved again. The same after a restore, before anything was requested.
 */
export function afterLook(
  evidence: Evidence,
  { tries, lookOnly, listComplete, keepsKeys }: LookContext,
): NextOrderStep {
  if (evidence.kind === 'ordered') return 'finish';
  if (lookOnly === 'restored') {
    // Nothing was requested since, so nothing is still being processed.
    if (evidence.kind === 'none') return 'reserve_again';
    return evidence.why !== 'unreadable' || tries >= mostLooks ? 'call_staff' : 'look_again';
  }
  if (lookOnly !== null) {
    if (tries < believedFrom) return 'look_again';
    return lookOnly === 'expired' && evidence.kind === 'none' && listComplete
      ? 'reserve_again'
      : 'call_staff';
  }
  if (evidence.kind === 'none') {
    const believed = keepsKeys || tries >= (listComplete ? believedFrom : believedAloneFrom);
    return believed ? 'request_again' : 'look_again';
  }
  return tries >= mostLooks ? 'call_staff' : 'look_again';
}

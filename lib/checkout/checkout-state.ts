import { z } from 'zod';

/**
 * Where a checkout stands. Money is with the customer up to `paying`. From `paid` on it is with the shop, or (captured by
 * hand) set aside for it at the customer's bank; from `refunding` or `voiding` on it is on its way back.
 */
export const states = [
  /** Reservations are made; nobody was asked for money. */
  'held',
  /** A payment was opened; only the provider knows whether it was paid. */
  'paying',
  /** Paid or set aside, or free of charge; no order was asked for. */
  'paid',
  /** An order was asked for, and may have been made: look before asking again. */
  'ordering',
  /** There is an order; the money set aside for it is being taken. */
  'capturing',
  'ordered',
  'refunding',
  'refunded',
  /** There is no order; the money set aside is being let go. */
  'voiding',
  /** Nothing was charged. */
  'voided',
  /** The hold ended unpaid. */
  'expired',
  /** The customer gave everything back. */
  'cancelled',
  /** No machine can settle it: a person has to look. */
  'attention',
] as const;

export const stateSchema = z.enum(states);
export type State = z.infer<typeof stateSchema>;

/** Something that happened, as the one who saw it tells it. */
export type Fact =
  /** The customer ordered. Nothing to pay: straight to the order. */
  | { kind: 'order_placed'; nothingToPay: boolean }
  /** The provider says: paid, or set aside to be captured. `asAgreed`: this amount in this currency was asked for. */
  | { kind: 'payment_received'; asAgreed: boolean }
  /** The provider says: not paid, and can't be any more. */
  | { kind: 'payment_closed'; holdAlive: boolean }
  /** The provider says, for good, that it knows nothing of a payment that it opened. */
  | { kind: 'payment_unknown' }
  | { kind: 'hold_died' }
  /** The same offers and sessions were reserved anew, before paying. */
  | { kind: 'held_anew' }
  /** The customer gave back the last item. */
  | { kind: 'given_up' }
  | { kind: 'order_begun' }
  /** `toCapture`: the money for it was only set aside so far. */
  | { kind: 'order_made'; toCapture: boolean }
  /** A reservation had expired; the same was reserved again at the same total. */
  | { kind: 'held_again' }
  /** There is no order, for certain, and there can't be one. */
  | { kind: 'order_impossible'; money: Money }
  /** Nobody can tell whether there is an order. */
  | { kind: 'order_unknown' }
  | { kind: 'capture_confirmed' }
  | { kind: 'capture_failed' }
  | { kind: 'refund_confirmed' }
  | { kind: 'refund_failed' }
  | { kind: 'void_confirmed' }
  /** What was to be let go had been taken already. */
  | { kind: 'void_too_late' }
  | { kind: 'void_failed' };

/** What the shop has of the customer's: nothing, a right to the amount at the bank, or the amount. */
export type Money = 'none' | 'set_aside' | 'taken';

/** The state that follows, or null when the fact changes nothing: it came twice, late, or out of order. */
export function decide(state: State, fact: Fact): State | null {
  switch (fact.kind) {
    case 'order_placed':
      return from(state, ['held'], fact.nothingToPay ? 'paid' : 'paying');
    case 'payment_received':
      // Late money counts too: what expired meanwhile is reserved again, or the money goes back.
      return from(state, ['held', 'paying', 'expired', 'cancelled'], fact.asAgreed ? 'paid' : 'attention');
    case 'payment_closed':
      return from(state, ['paying'], fact.holdAlive ? 'held' : 'expired');
    case 'payment_unknown':
      return from(state, ['paying'], 'attention');
    case 'hold_died':
      // Not from `paying`: as long as it can be paid, it isn't over.
      return from(state, ['held'], 'expired');
    case 'held_anew':
      return from(state, ['expired'], 'held');
    case 'given_up':
      return from(state, ['held', 'expired'], 'cancelled');
    case 'order_begun':
      return from(state, ['paid'], 'ordering');
    case 'order_made':
      return from(state, ['ordering'], fact.toCapture ? 'capturing' : 'ordered');
    case 'held_again':
      return from(state, ['ordering'], 'paid');
    case 'order_impossible':
      return from(state, ['ordering'], withoutOrder(fact.money));
    case 'order_unknown':
      return from(state, ['ordering'], 'attention');
    case 'capture_confirmed':
      return from(state, ['capturing'], 'ordered');
    case 'capture_failed':
      return from(state, ['capturing'], 'attention');
    case 'refund_confirmed':
      return from(state, ['refunding'], 'refunded');
    case 'refund_failed':
      return from(state, ['refunding'], 'attention');
    case 'void_confirmed':
      return from(state, ['voiding'], 'voided');
    case 'void_too_late':
      return from(state, ['voiding'], 'refunding');
    case 'void_failed':
      return from(state, ['voiding'], 'attention');
  }
}

function withoutOrder(money: Money): State {
  switch (money) {
    case 'none':
      return 'expired';
    case 'set_aside':
      return 'voiding';
    case 'taken':
      return 'refunding';
  }
}

function from(state: State, sources: readonly State[], target: State): State | null {
  return sources.includes(state) ? target : null;
}

export type Placed = Exclude<State, 'held' | 'paying' | 'expired' | 'cancelled'>;

/** Whether the customer is done with it: paid, or nothing was to pay. */
export function isPlaced(state: State): state is Placed {
  switch (state) {
    case 'held':
    case 'paying':
    case 'expired':
    case 'cancelled':
      return false;
    case 'paid':
    case 'ordering':
    case 'capturing':
    case 'ordered':
    case 'refunding':
    case 'refunded':
    case 'voiding':
    case 'voided':
    case 'attention':
      return true;
  }
}

/** What a worker has to do for a checkout that is due. */
export type Step =
  'end_hold' | 'ask_provider' | 'begin_order' | 'look_for_order' | 'capture' | 'refund' | 'void' | 'rest';

export function nextStep(state: State): Step {
  switch (state) {
    case 'held':
      return 'end_hold';
    case 'paying':
      return 'ask_provider';
    case 'paid':
      return 'begin_order';
    case 'ordering':
      return 'look_for_order';
    case 'capturing':
      return 'capture';
    case 'refunding':
      return 'refund';
    case 'voiding':
      return 'void';
    case 'ordered':
    case 'refunded':
    case 'voided':
    case 'expired':
    case 'cancelled':
    case 'attention':
      return 'rest';
  }
}

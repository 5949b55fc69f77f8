import { z } from 'zod';

/**
 * The state of a checkout. Up to `paying` the customer has the money. From `paid` on the shop has it or, with
 * manual capture, it is authorized at the customer's bank; from `refunding` or `voiding` on it is being
 * returned.
 */
export const states = [
  /** Items are reserved; no payment was requested. */
  'held',
  /** A payment was opened; only the provider knows whether it was paid. */
  'paying',
  /** Paid or authorized, or free of charge; no order was requested. */
  'paid',
  /** An order was requested and may have been made: it is looked up before it is requested again. */
  'ordering',
  /** There is an order; the authorized payment is being captured. */
  'capturing',
  'ordered',
  'refunding',
  'refunded',
  /** There is no order; the authorized payment is being voided. */
  'voiding',
  /** Nothing was charged. */
  'voided',
  /** The hold ended unpaid. */
  'expired',
  /** The customer removed all items. */
  'cancelled',
  /** No program can settle it: staff have to look. */
  'attention',
] as const;

export const stateSchema = z.enum(states);
export type State = z.infer<typeof stateSchema>;

/** The transitions of the events that say nothing but their kind. */
const transitions = {
  /** The provider says permanently that it does not know a payment that it opened. */
  payment_unknown: { from: ['paying'], to: 'attention' },
  // Not from `paying`: as long as it can be paid, the checkout has not ended.
  hold_expired: { from: ['held'], to: 'expired' },
  /** The same offers and sessions were reserved again, before the payment. */
  rereserved_before_payment: { from: ['expired'], to: 'held' },
  basket_emptied: { from: ['held', 'expired'], to: 'cancelled' },
  /** After a restore of the database: its payment was found at the provider, and it may have been ordered. */
  rebuilt: { from: ['held', 'paying', 'expired', 'cancelled'], to: 'ordering' },
  /** After a restore: all of its payment had been refunded. */
  refund_found: { from: ['ordering'], to: 'refunded' },
  order_begun: { from: ['paid'], to: 'ordering' },
  /** A reservation had expired; the same was reserved again at the same total. */
  rereserved_after_payment: { from: ['ordering'], to: 'paid' },
  /** No lookup can tell whether there is an order. */
  order_unknown: { from: ['ordering'], to: 'attention' },
  capture_confirmed: { from: ['capturing'], to: 'ordered' },
  capture_failed: { from: ['capturing'], to: 'attention' },
  refund_confirmed: { from: ['refunding'], to: 'refunded' },
  refund_failed: { from: ['refunding'], to: 'attention' },
  /** The money was taken at the counter: staff return it there. */
  pay_back_at_counter: { from: ['refunding'], to: 'attention' },
  void_confirmed: { from: ['voiding'], to: 'voided' },
  /** The payment that was to be voided had been captured already. */
  void_too_late: { from: ['voiding'], to: 'refunding' },
  void_failed: { from: ['voiding'], to: 'attention' },
} as const satisfies Record<string, { from: readonly State[]; to: State }>;

interface PlainEvent {
  kind: keyof typeof transitions;
}

export type CheckoutEvent =
  | PlainEvent
  /** Staff let the payment provider be asked again for what it refused. */
  | { kind: 'tried_again'; ask: RepeatableStep }
  /** The customer ordered. Nothing to pay: straight to the order. */
  | { kind: 'order_placed'; nothingToPay: boolean }
  /** The provider says: paid, or authorized. `asAgreed`: amount and currency are the requested ones. */
  | { kind: 'payment_received'; asAgreed: boolean }
  /** The provider says: not paid, and can't be paid any more. */
  | { kind: 'payment_closed'; holdAlive: boolean }
  /** `toCapture`: the payment was only authorized so far. */
  | { kind: 'order_made'; toCapture: boolean }
  /** There is certainly no order, and there can't be one. */
  | { kind: 'order_impossible'; money: Money };

/** What the shop has: nothing, an authorization, or the captured amount. */
export type Money = 'none' | 'authorized' | 'captured';

/** What the payment provider can refuse, or not know, and staff can let it be asked again. */
export type RepeatableStep = 'payment' | 'capture' | 'refund' | 'void';

const repeated = { payment: 'paying', capture: 'capturing', refund: 'refunding', void: 'voiding' } as const;

const withoutOrder = { none: 'expired', authorized: 'voiding', captured: 'refunding' } as const;

const isPlain = (event: CheckoutEvent): event is PlainEvent => Object.hasOwn(transitions, event.kind);

/** The next state, or null when the event changes nothing: it came twice, late, or out of order. */
export function decide(state: State, event: CheckoutEvent): State | null {
  if (isPlain(event)) return from(state, transitions[event.kind].from, transitions[event.kind].to);
  switch (event.kind) {
    case 'tried_again':
      return from(state, ['attention'], repeated[event.ask]);
    case 'order_placed':
      return from(state, ['held'], event.nothingToPay ? 'paid' : 'paying');
    case 'payment_received':
      // A late payment counts too: an expired reservation is made again, or the payment is refunded.
      return from(state, ['held', 'paying', 'expired', 'cancelled'], event.asAgreed ? 'paid' : 'attention');
    case 'payment_closed':
      return from(state, ['paying'], event.holdAlive ? 'held' : 'expired');
    case 'order_made':
      return from(state, ['ordering'], event.toCapture ? 'capturing' : 'ordered');
    case 'order_impossible':
      return from(state, ['ordering'], withoutOrder[event.money]);
  }
}

function from(state: State, sources: readonly State[], target: State): State | null {
  return sources.includes(state) ? target : null;
}

/** The worker's next step for a checkout that is due. */
export type Step =
  | 'end_hold'
  | 'ask_provider'
  | 'begin_order'
  | 'look_for_order'
  | 'capture'
  | 'await_refund'
  | 'void'
  | 'rest';

interface StateRules {
  /** Whether the customer has completed the order: paid, or there was nothing to pay. */
  placed: boolean;
  step: Step;
  /** After how many seconds in this state staff have to know. */
  overdue: number | null;
  /** Whether there is an order for what was paid; in `attention` that depends on the reason. */
  hasOrder: boolean;
  /** How the reconciliation counts a purchase in this state; null: it does not. */
  result: Result | null;
}

export type Result = 'ordered' | 'refunded' | 'voided';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const unpaid = { placed: false, step: 'rest', overdue: null, hasOrder: false, result: null } as const;
const placed = { ...unpaid, placed: true } as const;

export const stateRules = {
  held: { ...unpaid, step: 'end_hold' },
  // From the end of the hold: then the payment page is closed, unless the provider can't be asked.
  paying: { ...unpaid, step: 'ask_provider', overdue: hour },
  paid: { ...placed, step: 'begin_order', overdue: 15 * minute },
  ordering: { ...placed, step: 'look_for_order', overdue: 30 * minute },
  capturing: { ...placed, step: 'capture', overdue: hour, hasOrder: true },
  ordered: { ...placed, hasOrder: true, result: 'ordered' },
  // Banks take days for some refunds.
  refunding: { ...placed, step: 'await_refund', overdue: 3 * day },
  refunded: { ...placed, result: 'refunded' },
  voiding: { ...placed, step: 'void', overdue: hour },
  voided: { ...placed, result: 'voided' },
  expired: unpaid,
  cancelled: unpaid,
  attention: placed,
} as const satisfies Readonly<Record<State, StateRules>>;

type Placed = { [S in State]: (typeof stateRules)[S]['placed'] extends true ? S : never }[State];

export function isPlaced(state: State): state is Placed {
  return stateRules[state].placed;
}

/** Whether there is an order, or there may be one. */
export function mayHaveOrder(state: State): boolean {
  return stateRules[state].hasOrder || state === 'attention';
}

export function nextStep(state: State): Step {
  return stateRules[state].step;
}

/** Whether the customer has completed the order, and the worker has something left to do for it. */
export function isInProgress(state: State): boolean {
  return isPlaced(state) && nextStep(state) !== 'rest';
}

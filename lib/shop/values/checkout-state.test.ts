import { describe, expect, it } from 'vitest';
import {
  decide,
  isInProgress,
  isPlaced,
  mayHaveOrder,
  nextStep,
  states,
  type CheckoutEvent,
  type State,
  type Step,
} from './checkout-state';

/** Every transition. Every other combination of state and event must change nothing. */
const arrows: [CheckoutEvent, Partial<Record<State, State>>][] = [
  [{ kind: 'order_placed', nothingToPay: false }, { held: 'paying' }],
  [{ kind: 'order_placed', nothingToPay: true }, { held: 'paid' }],
  [
    { kind: 'payment_received', asAgreed: true },
    { held: 'paid', paying: 'paid', expired: 'paid', cancelled: 'paid' },
  ],
  [
    { kind: 'payment_received', asAgreed: false },
    { held: 'attention', paying: 'attention', expired: 'attention', cancelled: 'attention' },
  ],
  [{ kind: 'payment_closed', holdAlive: true }, { paying: 'held' }],
  [{ kind: 'payment_closed', holdAlive: false }, { paying: 'expired' }],
  [{ kind: 'payment_unknown' }, { paying: 'attention' }],
  [{ kind: 'hold_expired' }, { held: 'expired' }],
  [{ kind: 'rereserved_before_payment' }, { expired: 'held' }],
  [{ kind: 'basket_emptied' }, { held: 'cancelled', expired: 'cancelled' }],
  [{ kind: 'order_begun' }, { paid: 'ordering' }],
  [{ kind: 'order_made', toCapture: false }, { ordering: 'ordered' }],
  [{ kind: 'order_made', toCapture: true }, { ordering: 'capturing' }],
  [{ kind: 'rereserved_after_payment' }, { ordering: 'paid' }],
  [{ kind: 'order_impossible', money: 'captured' }, { ordering: 'refunding' }],
  [{ kind: 'order_impossible', money: 'authorized' }, { ordering: 'voiding' }],
  [{ kind: 'order_impossible', money: 'none' }, { ordering: 'expired' }],
  [{ kind: 'order_unknown' }, { ordering: 'attention' }],
  [{ kind: 'capture_confirmed' }, { capturing: 'ordered' }],
  [{ kind: 'capture_failed' }, { capturing: 'attention' }],
  [{ kind: 'refund_confirmed' }, { refunding: 'refunded' }],
  [{ kind: 'refund_failed' }, { refunding: 'attention' }],
  [{ kind: 'pay_back_at_counter' }, { refunding: 'attention' }],
  [{ kind: 'void_confirmed' }, { voiding: 'voided' }],
  [{ kind: 'void_too_late' }, { voiding: 'refunding' }],
  [{ kind: 'void_failed' }, { voiding: 'attention' }],
  [{ kind: 'tried_again', ask: 'capture' }, { attention: 'capturing' }],
  [{ kind: 'tried_again', ask: 'refund' }, { attention: 'refunding' }],
  [{ kind: 'rebuilt' }, { held: 'ordering', paying: 'ordering', expired: 'ordering', cancelled: 'ordering' }],
  [{ kind: 'refund_found' }, { ordering: 'refunded' }],
  [{ kind: 'tried_again', ask: 'void' }, { attention: 'voiding' }],
];

const matrix = arrows.flatMap(([event, targets]) =>
  states.map((state): [string, State, CheckoutEvent, State | null] => [
    JSON.stringify(event),
    state,
    event,
    targets[state] ?? null,
  ]),
);

describe('every state with every event', () => {
  it.each(matrix)('%s in %s', (_, state, event, expected) => {
    expect(decide(state, event)).toBe(expected);
  });
});

it('every event has its row', () => {
  const kinds: Record<CheckoutEvent['kind'], true> = {
    order_placed: true,
    payment_received: true,
    payment_closed: true,
    payment_unknown: true,
    hold_expired: true,
    rereserved_before_payment: true,
    basket_emptied: true,
    order_begun: true,
    rebuilt: true,
    refund_found: true,
    order_made: true,
    rereserved_after_payment: true,
    order_impossible: true,
    order_unknown: true,
    capture_confirmed: true,
    capture_failed: true,
    refund_confirmed: true,
    refund_failed: true,
    pay_back_at_counter: true,
    void_confirmed: true,
    void_too_late: true,
    void_failed: true,
    tried_again: true,
  };
  expect(new Set(arrows.map(([event]) => event.kind))).toEqual(new Set(Object.keys(kinds)));
});

describe('the states of the money', () => {
  const reachable = (start: State): Set<State> => {
    const seen = new Set<State>([start]);
    for (const state of seen) {
      for (const [event] of arrows) {
        // What is asked again follows from the reason, never from the state alone (try-again.ts).
        const next = event.kind === 'tried_again' ? null : decide(state, event);
        if (next !== null) seen.add(next);
      }
    }
    return seen;
  };

  it('never lead from an order to a refund, nor from a refund to an order', () => {
    expect([...reachable('ordered')]).toEqual(['ordered']);
    expect(reachable('capturing')).toEqual(new Set(['capturing', 'ordered', 'attention']));
    expect(reachable('refunding').has('ordered')).toBe(false);
    expect(reachable('voiding').has('ordered')).toBe(false);
    expect(reachable('refunded')).toEqual(new Set(['refunded']));
    expect(reachable('voided')).toEqual(new Set(['voided']));
  });

  it('are final only where the shop owes nothing', () => {
    const resting = states.filter((state) => nextStep(state) === 'rest');
    expect(resting).toEqual(['ordered', 'refunded', 'voided', 'expired', 'cancelled', 'attention']);
  });
});

/** The worker's next step in each state, and whether the customer has completed the order there. */
const inEachState: Record<State, [Step, boolean]> = {
  held: ['end_hold', false],
  paying: ['ask_provider', false],
  paid: ['begin_order', true],
  ordering: ['look_for_order', true],
  capturing: ['capture', true],
  ordered: ['rest', true],
  refunding: ['await_refund', true],
  refunded: ['rest', true],
  voiding: ['void', true],
  voided: ['rest', true],
  expired: ['rest', false],
  cancelled: ['rest', false],
  attention: ['rest', true],
};

it.each(states)('the next step in %s, and whether the customer has completed the order', (state) => {
  expect([nextStep(state), isPlaced(state)]).toEqual(inEachState[state]);
});

it('an order is in progress while the worker has something left to do for it', () => {
  expect(states.filter(isInProgress)).toEqual(['paid', 'ordering', 'capturing', 'refunding', 'voiding']);
});

it('there is an order, or may be one that staff have to look for', () => {
  expect(states.filter(mayHaveOrder).toSorted()).toEqual(['attention', 'capturing', 'ordered']);
});

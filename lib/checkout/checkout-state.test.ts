import { describe, expect, it } from 'vitest';
import { decide, isPlaced, nextStep, states, type Fact, type State, type Step } from './checkout-state';

/** Every arrow there is. What is not here must stay where it is. */
const arrows: [Fact, Partial<Record<State, State>>][] = [
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
  [{ kind: 'hold_died' }, { held: 'expired' }],
  [{ kind: 'held_anew' }, { expired: 'held' }],
  [{ kind: 'given_up' }, { held: 'cancelled', expired: 'cancelled' }],
  [{ kind: 'order_begun' }, { paid: 'ordering' }],
  [{ kind: 'order_made', toCapture: false }, { ordering: 'ordered' }],
  [{ kind: 'order_made', toCapture: true }, { ordering: 'capturing' }],
  [{ kind: 'held_again' }, { ordering: 'paid' }],
  [{ kind: 'order_impossible', money: 'taken' }, { ordering: 'refunding' }],
  [{ kind: 'order_impossible', money: 'set_aside' }, { ordering: 'voiding' }],
  [{ kind: 'order_impossible', money: 'none' }, { ordering: 'expired' }],
  [{ kind: 'order_unknown' }, { ordering: 'attention' }],
  [{ kind: 'capture_confirmed' }, { capturing: 'ordered' }],
  [{ kind: 'capture_failed' }, { capturing: 'attention' }],
  [{ kind: 'refund_confirmed' }, { refunding: 'refunded' }],
  [{ kind: 'refund_failed' }, { refunding: 'attention' }],
  [{ kind: 'void_confirmed' }, { voiding: 'voided' }],
  [{ kind: 'void_too_late' }, { voiding: 'refunding' }],
  [{ kind: 'void_failed' }, { voiding: 'attention' }],
];

const matrix = arrows.flatMap(([fact, targets]) =>
  states.map((state): [string, State, Fact, State | null] => [
    JSON.stringify(fact),
    state,
    fact,
    targets[state] ?? null,
  ]),
);

describe('every state × every fact', () => {
  it.each(matrix)('%s in %s', (_, state, fact, expected) => {
    expect(decide(state, fact)).toBe(expected);
  });
});

it('every fact that there is has its row', () => {
  const kinds: Record<Fact['kind'], true> = {
    order_placed: true,
    payment_received: true,
    payment_closed: true,
    payment_unknown: true,
    hold_died: true,
    held_anew: true,
    given_up: true,
    order_begun: true,
    order_made: true,
    held_again: true,
    order_impossible: true,
    order_unknown: true,
    capture_confirmed: true,
    capture_failed: true,
    refund_confirmed: true,
    refund_failed: true,
    void_confirmed: true,
    void_too_late: true,
    void_failed: true,
  };
  expect(new Set(arrows.map(([fact]) => fact.kind))).toEqual(new Set(Object.keys(kinds)));
});

describe('the way of the money', () => {
  const reachable = (start: State): Set<State> => {
    const seen = new Set<State>([start]);
    for (const state of seen) {
      for (const [fact] of arrows) {
        const next = decide(state, fact);
        if (next !== null) seen.add(next);
      }
    }
    return seen;
  };

  it('never leads from an order to a refund, nor from a refund to an order', () => {
    expect([...reachable('ordered')]).toEqual(['ordered']);
    expect(reachable('capturing')).toEqual(new Set(['capturing', 'ordered', 'attention']));
    expect(reachable('refunding').has('ordered')).toBe(false);
    expect(reachable('voiding').has('ordered')).toBe(false);
    expect(reachable('refunded')).toEqual(new Set(['refunded']));
    expect(reachable('voided')).toEqual(new Set(['voided']));
  });

  it('rests only where nothing is owed', () => {
    const resting = states.filter((state) => nextStep(state) === 'rest');
    expect(resting).toEqual(['ordered', 'refunded', 'voided', 'expired', 'cancelled', 'attention']);
  });
});

/** What a worker does next in each state, and whether the customer is done there. */
const inEachState: Record<State, [Step, boolean]> = {
  held: ['end_hold', false],
  paying: ['ask_provider', false],
  paid: ['begin_order', true],
  ordering: ['look_for_order', true],
  capturing: ['capture', true],
  ordered: ['rest', true],
  refunding: ['refund', true],
  refunded: ['rest', true],
  voiding: ['void', true],
  voided: ['rest', true],
  expired: ['rest', false],
  cancelled: ['rest', false],
  attention: ['rest', true],
};

it.each(states)('in %s it is certain what comes next, and whether the order was placed', (state) => {
  expect([nextStep(state), isPlaced(state)]).toEqual(inEachState[state]);
});

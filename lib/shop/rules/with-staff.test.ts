import { describe, expect, it } from 'vitest';
import { states, type State } from '../values/checkout-state';
import { isWithStaff, findProblem, securedAmount } from './with-staff';

const paid = { state: 'paid', amount: '36.00' } as const;
const authorized = { state: 'authorized', amount: '18.00' } as const;
const closed = { state: 'closed', amount: '9.00' } as const;

describe('the amount that the customer paid', () => {
  it.each([
    ['nothing was asked for', [], null],
    ['nothing was paid', [closed, { state: 'open', amount: '9.00' }], null],
    ['the second payment was paid', [closed, paid], '36.00'],
    ['it is authorized', [authorized], '18.00'],
  ] as const)('when %s', (_, payments, amount) => {
    expect(securedAmount(payments)).toBe(amount);
  });
});

/**
 * States that continue without staff need staff once they were escalated; the others need no staff, or for
 * another reason.
 */
const needStaff: Record<State, 'once escalated' | 'never' | 'for a reason'> = {
  held: 'never',
  paying: 'once escalated',
  paid: 'once escalated',
  ordering: 'once escalated',
  capturing: 'never',
  ordered: 'never',
  refunding: 'once escalated',
  refunded: 'never',
  voiding: 'once escalated',
  voided: 'never',
  expired: 'never',
  cancelled: 'never',
  attention: 'for a reason',
};
const escalated = states.filter((state) => needStaff[state] === 'once escalated');
const settled = states.filter((state) => needStaff[state] === 'never');

describe('staff look into a purchase', () => {
  const about = { reason: null, settledAs: null, escalatedAt: null };
  const told = new Date('2027-05-04T12:00:00Z');

  it.each(escalated)('that is %s, after it was escalated', (state) => {
    expect(isWithStaff({ ...about, state })).toBe(false);
    expect(isWithStaff({ ...about, state, escalatedAt: told })).toBe(true);
  });

  it.each(settled)('never when it is %s', (state) => {
    expect(isWithStaff({ ...about, state, escalatedAt: told })).toBe(false);
  });

  it.each([
    ['and is not settled', about, true],
    ['for a reason', { ...about, reason: 'order_unknown' }, true],
    ['and was settled', { ...about, settledAs: 'ordered' }, false],
    [
      'because the order could not be charged: the customer has the tickets',
      { ...about, reason: 'capture_failed' },
      false,
    ],
  ] as const)('that needs attention %s: %o', (_, differences, expected) => {
    expect(isWithStaff({ ...differences, state: 'attention' })).toBe(expected);
  });
});

describe('what the customer is told about a purchase that staff look into', () => {
  it.each([
    ['paying', null, [], 'payment_late'],
    ['paid', null, [paid], 'order_late'],
    ['paid', null, [], 'order_late_free'],
    ['ordering', null, [authorized], 'order_late'],
    ['ordering', null, [closed], 'order_late_free'],
    ['refunding', null, [paid], 'refund_late'],
    ['voiding', null, [authorized], 'void_late'],
    ['attention', 'payment_unknown', [], 'payment_unknown'],
    ['attention', 'amount_differs', [paid], 'amount_differs'],
    ['attention', 'refund_failed', [paid], 'refund_failed'],
    ['attention', 'void_failed', [authorized], 'void_failed'],
    ['attention', 'order_unknown', [paid], 'order_unknown'],
    ['attention', 'order_unknown', [closed], 'order_unknown_free'],
    ['attention', 'newer_than_this_code', [paid], 'other'],
    ['attention', null, [paid], 'other'],
  ] as const)('%s, %s, %o: %s', (state, reason, payments, problem) => {
    expect(findProblem({ state, reason }, payments)).toBe(problem);
  });

  it.each(settled)('%s: no specific message', (state) => {
    expect(findProblem({ state, reason: 'order_unknown' }, [paid])).toBe('other');
  });
});

import { describe, expect, it } from 'vitest';
import type { State } from './checkout-state';
import { isWithStaff, matterOf, securedAmount } from './matter';

const paid = { state: 'paid', amount: '36.00' } as const;
const authorized = { state: 'authorized', amount: '18.00' } as const;
const closed = { state: 'closed', amount: '9.00' } as const;

describe('the amount that the customer paid', () => {
  it.each([
    ['nothing was asked for', [], null],
    ['nothing was paid', [closed, { state: 'open', amount: '9.00' }], null],
    ['the second payment was paid', [closed, paid], '36.00'],
    ['it is set aside', [authorized], '18.00'],
  ] as const)('when %s', (_, payments, amount) => {
    expect(securedAmount(payments)).toBe(amount);
  });
});

/** A state that goes on by itself is with staff once it was escalated; the others are not, or for another reason. */
const escalated: State[] = ['paying', 'paid', 'ordering', 'refunding', 'voiding'];
const settled: State[] = ['held', 'expired', 'cancelled', 'capturing', 'ordered', 'refunded', 'voided'];

describe('staff look into a purchase', () => {
  const about = { reason: null, settledAs: null, escalatedAt: null };
  const told = new Date('2027-05-04T12:00:00Z');

  it.each(escalated)('that is %s, once it took too long', (state) => {
    expect(isWithStaff({ ...about, state })).toBe(false);
    expect(isWithStaff({ ...about, state, escalatedAt: told })).toBe(true);
  });

  it.each(settled)('never when it is %s', (state) => {
    expect(isWithStaff({ ...about, state, escalatedAt: told })).toBe(false);
  });

  it.each([
    ['and nobody has settled it', about, true],
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

describe('what the customer is told about it', () => {
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
  ] as const)('%s, %s, %o: %s', (state, reason, payments, matter) => {
    expect(matterOf({ state, reason }, payments)).toBe(matter);
  });

  it.each(settled)('%s: nothing in particular', (state) => {
    expect(matterOf({ state, reason: 'order_unknown' }, [paid])).toBe('other');
  });
});

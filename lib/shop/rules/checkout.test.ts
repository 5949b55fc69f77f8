import { describe, expect, it } from 'vitest';
import { states } from '../values/checkout-state';
import { isHere, isSecured, isUncharged, isUnsettled } from './checkout';

describe('a payment', () => {
  it.each([
    ['opening', { unsettled: true, secured: false }],
    ['open', { unsettled: true, secured: false }],
    ['authorized', { unsettled: false, secured: true }],
    ['paid', { unsettled: false, secured: true }],
    ['closed', { unsettled: false, secured: false }],
  ] as const)('that is %s', (state, { unsettled, secured }) => {
    expect(isUnsettled(state)).toBe(unsettled);
    expect(isSecured(state)).toBe(secured);
    expect(isHere({ state, refundedAt: null })).toBe(secured);
    expect(isHere({ state, refundedAt: new Date() })).toBe(false);
  });

  it('that does not exist is not secured', () => {
    expect(isSecured(null)).toBe(false);
    expect(isSecured(undefined)).toBe(false);
  });
});

describe('that the customer was charged nothing', () => {
  const uncharged = ['held', 'expired', 'cancelled', 'voided'];

  it.each(states)('a purchase that is %s, without a payment or with closed ones', (state) => {
    expect(isUncharged({ state }, [])).toBe(uncharged.includes(state));
    expect(isUncharged({ state }, [{ state: 'closed' }])).toBe(uncharged.includes(state));
  });

  it.each(['opening', 'open', 'authorized', 'paid'] as const)(
    'is not certain with a payment that is %s',
    (state) => {
      for (const one of states)
        expect(isUncharged({ state: one }, [{ state: 'closed' }, { state }])).toBe(false);
    },
  );
});

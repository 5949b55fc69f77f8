import { describe, expect, it } from 'vitest';
import { states, type State } from '../../values/checkout-state';
import { isOverdue, retrySeconds } from './overdue';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** After how many seconds in a state staff have to know; null: never. */
const limits: Record<Exclude<State, 'paying'>, number | null> = {
  held: null,
  paid: 15 * minute,
  ordering: 30 * minute,
  capturing: hour,
  ordered: null,
  refunding: 3 * day,
  refunded: null,
  voiding: hour,
  voided: null,
  expired: null,
  cancelled: null,
  attention: null,
};
const limited = states.flatMap((state): [State, number][] => {
  const limit = state === 'paying' ? null : limits[state];
  return limit === null ? [] : [[state, limit]];
});
const unlimited = states.filter((state) => state !== 'paying' && limits[state] === null);

describe('a checkout is overdue', () => {
  it.each(limited)('when it is %s for more than %i seconds', (state, limit) => {
    const after = (secondsInState: number) => isOverdue({ state, secondsInState, secondsOver: 365 * day });
    expect([0, limit - 1, limit, limit + 1, 365 * day].map(after)).toEqual([false, false, false, true, true]);
  });

  it('when it is paying for more than an hour after its hold ended', () => {
    const after = (secondsOver: number) =>
      isOverdue({ state: 'paying', secondsInState: 365 * day, secondsOver });
    expect([0, hour - 1, hour, hour + 1].map(after)).toEqual([false, false, false, true]);
  });

  it.each(unlimited)('never when it is %s', (state) => {
    expect(isOverdue({ state, secondsInState: 365 * day, secondsOver: 365 * day })).toBe(false);
  });
});

describe('the next try', () => {
  const after = (secondsInState: number, seconds: number) =>
    retrySeconds({ state: 'refunding', secondsInState, secondsOver: 0 }, seconds);

  it('is at the planned time for a day', () => {
    expect([0, day - 1, day].map((age) => after(age, 7))).toEqual([7, 7, 7]);
  });

  it('is hourly after a day, or later where that was planned', () => {
    expect(after(day + 1, 7)).toBe(hour);
    expect(after(day + 1, hour - 1)).toBe(hour);
    expect(after(day + 1, hour + 1)).toBe(hour + 1);
  });
});

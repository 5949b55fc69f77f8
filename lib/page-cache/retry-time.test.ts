import { describe, expect, it } from 'vitest';
import { retryTime } from './retry-time';

function start(random = () => 0.5) {
  const clock = { now: 0 };
  const next = retryTime({ now: () => clock.now, random });
  /** Refuses so many visitors, evenly within a second; resolves to the time for the last one. */
  const refuse = (perSecond: number) => {
    let last = 0;
    for (let each = 0; each < perSecond; each += 1) {
      last = next();
      clock.now += 1000 / perSecond;
    }
    return last;
  };
  return { clock, next, refuse };
}

describe('the time after which a refused visitor comes back', () => {
  it('is five seconds, more or less, so that not all come back at once', () => {
    expect(start().next()).toBe(5);
    expect(start(() => 0).next()).toBe(4);
    expect(start(() => 1).next()).toBe(6);
  });

  it('grows to a minute while many are refused, and shrinks when few are', () => {
    const { refuse } = start();
    const growing = Array.from({ length: 6 }, () => refuse(400));
    expect(growing).toEqual([5, 10, 20, 40, 60, 60]);
    for (let second = 0; second < 6; second += 1) refuse(2);
    expect(refuse(2)).toBe(5);
  });

  it('settles where about a hundred come back in each second', () => {
    const { refuse } = start();
    let seconds = 5;
    for (let second = 0; second < 60; second += 1) seconds = refuse(Math.max(1, Math.round(3_000 / seconds)));
    expect(seconds).toBeGreaterThan(24);
    expect(seconds).toBeLessThan(38);
  });
});

import { expect, it } from 'vitest';
import { nextStep } from './pace';

const limits = { leastPerMinute: 60, mostPerMinute: 600, mostActive: 100 };
const progress = {
  elapsedSeconds: 1,
  completed: 0,
  active: 0,
  waiting: 1_000,
  allowance: 0,
  achieved: null,
};

it('admits at the least rate when nobody has completed', () => {
  expect(nextStep(progress, limits)).toEqual({ perMinute: 60, admit: 1, allowance: 0, achieved: 60 });
});

it('admits twice as many as completed in the last minute, but not more than staff have set', () => {
  expect(nextStep({ ...progress, completed: 150 }, limits)).toMatchObject({ perMinute: 300, admit: 5 });
  expect(nextStep({ ...progress, completed: 5_000 }, limits)).toMatchObject({ perMinute: 600, admit: 10 });
});

it('admits nobody while as many choose tickets as may at once', () => {
  expect(nextStep({ ...progress, completed: 150, active: 98 }, limits).admit).toBe(2);
  expect(nextStep({ ...progress, completed: 150, active: 100 }, limits).admit).toBe(0);
  expect(nextStep({ ...progress, completed: 150, active: 130 }, limits).admit).toBe(0);
});

it('admits only those who wait, and keeps nothing for a later crowd', () => {
  const step = nextStep({ ...progress, completed: 300, waiting: 2 }, limits);
  expect(step).toEqual({ perMinute: 600, admit: 2, allowance: 0, achieved: null });
});

it('a rate below one a second adds up', () => {
  const slow = { ...limits, leastPerMinute: 20 };
  const first = nextStep(progress, slow);
  const second = nextStep({ ...progress, allowance: first.allowance }, slow);
  const third = nextStep({ ...progress, allowance: second.allowance + 0.001 }, slow);
  expect([first.admit, second.admit, third.admit]).toEqual([0, 0, 1]);
});

it('a process that was away for a minute admits no more than those of ten seconds', () => {
  expect(nextStep({ ...progress, elapsedSeconds: 60 }, limits).admit).toBe(10);
});

/** The rate that was achieved after so many seconds in which so many choose tickets. */
function achievedAfter(seconds: number, active: number, before: number | null = null) {
  let achieved = before;
  for (let second = 0; second < seconds; second += 1)
    ({ achieved } = nextStep({ ...progress, achieved, active }, limits));
  return achieved;
}

it('the achieved rate is that of about the last minute, and at least one visitor a minute', () => {
  expect(achievedAfter(120, 0, 600)).toBeLessThan(60 + 600 * 0.15);
  expect(achievedAfter(60, 100)).toBeLessThan(60 * 0.4);
  expect(achievedAfter(60, 100)).toBeGreaterThan(60 * 0.3);
  expect(achievedAfter(3_600, 100)).toBe(1);
});

it('a line that ends does not change the achieved rate', () => {
  expect(nextStep({ ...progress, waiting: 0, achieved: 42 }, limits).achieved).toBe(42);
  expect(nextStep({ ...progress, waiting: 1, achieved: 42 }, limits).achieved).toBe(42);
});

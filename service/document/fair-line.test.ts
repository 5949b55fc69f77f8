import { describe, expect, it } from 'vitest';
import { fairLine } from './fair-line';

/** A line whose work takes as long as it says, on a clock of its own; `done` has the owners in the order of their work. */
function line(mostOfOne = 10, mostOfAll = 20) {
  let now = 0;
  const done: string[] = [];
  const fair = fairLine({ mostOfOne, mostOfAll, clock: () => now });
  const work = (owner: string, milliseconds: number) =>
    fair.run(owner, async () => {
      await Promise.resolve();
      now += milliseconds;
      done.push(owner);
    });
  return { work, done, fair };
}

describe('a fair line', () => {
  it('takes next whose work has taken the least time lately, however much of it waits', async () => {
    const { work, done } = line();
    await Promise.all([
      ...Array.from({ length: 4 }, () => work('slow', 20_000)),
      ...Array.from({ length: 3 }, () => work('quick', 100)),
      work('other', 100),
    ]);
    expect(done).toEqual(['slow', 'quick', 'other', 'quick', 'quick', 'slow', 'slow', 'slow']);
    await Promise.all([work('first', 1), work('slow', 1), work('quick', 1)]);
    expect(done.slice(-3)).toEqual(['first', 'quick', 'slow']);
  });

  it('goes on after work that failed', async () => {
    const { work, done, fair } = line();
    const failed = fair.run('one', () => Promise.reject(new Error('no')));
    const after = work('other', 1);
    await expect(failed).rejects.toThrow('no');
    await after;
    expect(done).toEqual(['other']);
  });

  it('is full for an owner with much waiting work, and for all when there is too much', async () => {
    const { work, fair } = line(2, 3);
    const all = [work('one', 1), work('one', 1), work('one', 1)];
    expect([fair.isFull('one'), fair.isFull('other')]).toEqual([true, false]);
    all.push(work('other', 1));
    expect([fair.isFull('other'), fair.isFull('third')]).toEqual([true, true]);
    await Promise.all(all);
    expect(fair.isFull('one')).toBe(false);
  });
});

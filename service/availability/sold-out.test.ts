import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countChanges } from './changes';
import { soldOutMemory } from './sold-out';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the memory of what is sold out', () => {
  it('remembers a counter for a quarter of a second, and no other counter', () => {
    const memory = soldOutMemory();
    expect(memory.has('boat')).toBe(false);
    memory.remember('boat');
    vi.advanceTimersByTime(249);
    expect([memory.has('boat'), memory.has('museum')]).toEqual([true, false]);
    vi.advanceTimersByTime(1);
    expect(memory.has('boat')).toBe(false);
  });

  it('remembers for as long as it was told to', () => {
    const memory = soldOutMemory(2);
    memory.remember('boat');
    vi.advanceTimersByTime(1_999);
    expect(memory.has('boat')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(memory.has('boat')).toBe(false);
  });

  it('forgets everything when something is given back', () => {
    const memory = soldOutMemory();
    memory.remember('boat');
    memory.forget();
    expect(memory.has('boat')).toBe(false);
  });

  it('keeps 10,000 counters, and begins anew with the one after them', () => {
    const memory = soldOutMemory();
    for (let counter = 1; counter <= 10_000; counter += 1) memory.remember(String(counter));
    expect([memory.has('1'), memory.has('10000')]).toEqual([true, true]);
    memory.remember('one more');
    expect([memory.has('1'), memory.has('10000'), memory.has('one more')]).toEqual([false, false, true]);
  });
});

describe('the number of changes', () => {
  it('begins at 0 and grows by one with each change', () => {
    const changes = countChanges();
    expect(changes.count()).toBe(0);
    changes.note();
    expect(changes.count()).toBe(1);
    changes.note();
    expect(changes.count()).toBe(2);
  });
});

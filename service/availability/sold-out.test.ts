import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countChanges } from './changes';
import { soldOutCache } from './sold-out-cache';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the sold-out cache', () => {
  it('keeps a counter for a quarter of a second, and no other counter', () => {
    const cache = soldOutCache();
    expect(cache.has('boat')).toBe(false);
    cache.remember('boat');
    vi.advanceTimersByTime(249);
    expect([cache.has('boat'), cache.has('museum')]).toEqual([true, false]);
    vi.advanceTimersByTime(1);
    expect(cache.has('boat')).toBe(false);
  });

  it('keeps a counter for the given time', () => {
    const cache = soldOutCache(2);
    cache.remember('boat');
    vi.advanceTimersByTime(1_999);
    expect(cache.has('boat')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cache.has('boat')).toBe(false);
  });

  it('is emptied when units are released', () => {
    const cache = soldOutCache();
    cache.remember('boat');
    cache.forget();
    expect(cache.has('boat')).toBe(false);
  });

  it('keeps 10,000 counters, and is emptied before the next one is added', () => {
    const cache = soldOutCache();
    for (let counter = 1; counter <= 10_000; counter += 1) cache.remember(String(counter));
    expect([cache.has('1'), cache.has('10000')]).toEqual([true, true]);
    cache.remember('one more');
    expect([cache.has('1'), cache.has('10000'), cache.has('one more')]).toEqual([false, false, true]);
  });
});

describe('the number of changes', () => {
  it('begins at 0 and increases by one with each change', () => {
    const changes = countChanges();
    expect(changes.count()).toBe(0);
    changes.note();
    expect(changes.count()).toBe(1);
    changes.note();
    expect(changes.count()).toBe(2);
  });
});

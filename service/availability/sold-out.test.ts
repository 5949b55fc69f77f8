import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countChanges } from './changes';
import { soldOutCache } from './sold-out-cache';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the sold-out cache', () => {
  it('keeps a counter for a quarter of a second, and no other counter', () => {
    const cache = soldOutCache();
    expect(cache.has('boat', false)).toBe(false);
    cache.remember('boat', false);
    vi.advanceTimersByTime(249);
    expect([cache.has('boat', false), cache.has('museum', false)]).toEqual([true, false]);
    vi.advanceTimersByTime(1);
    expect(cache.has('boat', false)).toBe(false);
  });

  it('keeps what is sold out for customers and what is sold out for sales desks apart', () => {
    const cache = soldOutCache();
    cache.remember('boat', false);
    cache.remember('museum', true);
    expect([cache.has('boat', true), cache.has('museum', false)]).toEqual([false, false]);
    expect([cache.has('boat', false), cache.has('museum', true)]).toEqual([true, true]);
    cache.forget();
    expect([cache.has('boat', false), cache.has('museum', true)]).toEqual([false, false]);
  });

  it('keeps a counter for the given time', () => {
    const cache = soldOutCache(2);
    cache.remember('boat', false);
    vi.advanceTimersByTime(1_999);
    expect(cache.has('boat', false)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cache.has('boat', false)).toBe(false);
  });

  it('is emptied when units are released', () => {
    const cache = soldOutCache();
    cache.remember('boat', false);
    cache.forget();
    expect(cache.has('boat', false)).toBe(false);
  });

  it('keeps 10,000 counters, and is emptied before the next one is added', () => {
    const cache = soldOutCache();
    for (let counter = 1; counter <= 10_000; counter += 1) cache.remember(String(counter), false);
    expect([cache.has('1', false), cache.has('10000', false)]).toEqual([true, true]);
    cache.remember('one more', false);
    expect([cache.has('1', false), cache.has('10000', false), cache.has('one more', false)]).toEqual([
      false,
      false,
      true,
    ]);
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

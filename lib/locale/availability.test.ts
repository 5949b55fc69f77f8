import { describe, expect, it } from 'vitest';
import {
  availabilityText,
  availabilityWords,
  isClosed,
  isSoldOut,
  leastAvailable,
  sessionWords,
} from './availability';

describe('availabilityWords', () => {
  it('give the number only if it is small', () => {
    expect(availabilityWords(null)).toEqual({ kind: 'available' });
    expect(availabilityWords(400)).toEqual({ kind: 'available' });
    expect(availabilityWords(21)).toEqual({ kind: 'available' });
    expect(availabilityWords(20)).toEqual({ kind: 'left', count: 20 });
    expect(availabilityWords(4)).toEqual({ kind: 'left', count: 4 });
    expect(availabilityWords(3)).toEqual({ kind: 'last', count: 3 });
    expect(availabilityWords(1)).toEqual({ kind: 'last', count: 1 });
    expect(availabilityWords(0)).toEqual({ kind: 'soldOut' });
    expect(availabilityWords(-2)).toEqual({ kind: 'soldOut' });
  });
});

describe('a waiting list', () => {
  const waits = (stock: Parameters<typeof sessionWords>[0]) =>
    availabilityText((key) => key, sessionWords(stock)).canWait;

  it('is for what is sold out or held, and on sale', () => {
    expect(waits({ availableQuantity: 0 })).toBe(true);
    expect(waits({ availableQuantity: 0, status: 'on_sale', mayReturn: true })).toBe(true);
    expect(waits({ availableQuantity: 1 })).toBe(false);
    expect(waits({ availableQuantity: null })).toBe(false);
    for (const status of ['cancelled', 'postponed', 'not_on_sale'] as const)
      expect(waits({ availableQuantity: 0, status, mayReturn: true })).toBe(false);
  });
});

describe('sessionWords', () => {
  it.each([
    [undefined, 5, { kind: 'left', count: 5 }, false],
    ['on_sale', null, { kind: 'available' }, false],
    ['on_sale', 0, { kind: 'soldOut' }, true],
    ['not_on_sale', 0, { kind: 'notOnSale' }, true],
    ['cancelled', 0, { kind: 'cancelled' }, true],
    ['postponed', null, { kind: 'postponed' }, true],
  ] as const)('with the status %s and %s left is %j', (status, availableQuantity, words, closed) => {
    expect(sessionWords({ availableQuantity, status })).toEqual(words);
    expect(isClosed(words)).toBe(closed);
  });
});

describe('what is only held', () => {
  it('is told apart from what is sold, if the server tells them apart', () => {
    expect(sessionWords({ availableQuantity: 0, mayReturn: true })).toEqual({ kind: 'allHeld' });
    expect(sessionWords({ availableQuantity: 0, mayReturn: false })).toEqual({ kind: 'soldOut' });
    expect(sessionWords({ availableQuantity: 0 })).toEqual({ kind: 'soldOut' });
    expect(sessionWords({ availableQuantity: 1, mayReturn: true })).toEqual({ kind: 'last', count: 1 });
    expect(sessionWords({ availableQuantity: 0, mayReturn: true, status: 'cancelled' }).kind).toBe(
      'cancelled',
    );
    expect(isClosed({ kind: 'allHeld' })).toBe(true);
  });
});

describe('isSoldOut', () => {
  it('treats null as unlimited', () => {
    expect(isSoldOut(null)).toBe(false);
    expect(isSoldOut(0)).toBe(true);
    expect(isSoldOut(1)).toBe(false);
  });
});

describe('leastAvailable', () => {
  it('is the smallest of the limited ones', () => {
    expect(leastAvailable([null, 4, 7])).toBe(4);
    expect(leastAvailable([null, null])).toBeNull();
    expect(leastAvailable([])).toBeNull();
  });
});

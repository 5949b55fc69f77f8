import { expect, it } from 'vitest';
import { isJustMade } from './change-holds';

const now = Date.parse('2027-06-01T10:00:00Z');

it.each([
  ['a moment ago', String(now - 5_000), true],
  ['by a server whose clock is ahead', String(now + 5_000), true],
  ['two minutes ago', String(now - 120_000), false],
  ['at no known time', undefined, false],
  ['at what is no time', 'today', false],
])('a change made %s', (_, at, isNew) => {
  expect(isJustMade(at, now)).toBe(isNew);
});

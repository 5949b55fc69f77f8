import { expect, it } from 'vitest';
import { minutesToSay } from './hold-clock';

it.each([
  [1_200, 20],
  [1_191, 20],
  // Twenty minutes would not be true any more.
  [1_190, null],
  [305, null],
  [300, 5],
  [291, 5],
  [290, null],
  [120, 2],
  [60, 1],
  [50, null],
  [0, null],
])('with %i seconds of twenty minutes left, a screen reader finds: %j', (left, minutes) => {
  expect(minutesToSay(left, 1_200)).toBe(minutes);
});

it('a page that is opened late says first how long is left then', () => {
  expect(minutesToSay(305, 305)).toBe(6);
  expect(minutesToSay(300, 305)).toBe(6);
  expect(minutesToSay(295, 305)).toBe(5);
});

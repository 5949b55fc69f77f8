import { expect, it } from 'vitest';
import { sessionMinutes } from './session-end';

it.each([
  ['PT90M', 90],
  ['PT1H30M', 90],
  ['PT1.5H', 90],
  ['P1DT2H', 1560],
  ['PT90S', 2],
  ['PT0.5S', 1],
  ['P2D', 2880],
  ['P1W', 10_080],
  // February has 28 days.
  ['P1M', 40_320],
  ['PT0M', null],
  ['-PT1H', null],
  ['P', null],
  ['PT', null],
  ['P1DT', null],
  ['P999999999Y', null],
  ['an hour', null],
  [null, null],
])('a session of %s lasts %s minutes', (duration, minutes) => {
  expect(sessionMinutes('2030-02-01T10:00:00+01:00', duration)).toBe(minutes);
});

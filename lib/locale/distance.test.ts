import { expect, it } from 'vitest';
import { formatDistance } from './distance';

it.each([
  [0, 'en', '0 m'],
  [347, 'en', '350 m'],
  [994, 'en', '990 m'],
  [996, 'en', '1 km'],
  [1_234, 'de', '1,2 km'],
  [9_960, 'fr', '10 km'],
  [23_456, 'nl', '23 km'],
  [5_570_200, 'en', '5,570 km'],
] as const)('%d meters in %s: %s', (meters, language, text) => {
  expect(formatDistance(meters, language).replace(/\s/g, ' ')).toBe(text);
});

import { expect, it } from 'vitest';
import { centsOf } from './typed-cents';

it.each([
  ['50', 5000],
  [' 50 ', 5000],
  ['50.5', 5050],
  ['50,05', 5005],
  ['50.', 5000],
  ['0', 0],
])('%j are %i cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

it.each(['', 'fifty', '5.000', '-5', '1e3', '50 €', '12345678'])('%j is not known yet', (text) => {
  expect(centsOf(text)).toBeNull();
});

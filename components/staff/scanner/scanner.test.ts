import { describe, expect, it } from 'vitest';
import { problemOf } from './camera';
import { newCodes } from './seen-codes';

describe('a code that stays in the picture', () => {
  it('is new once, and again after it was out of sight', () => {
    const isNew = newCodes();
    expect([0, 100, 200, 1_600, 3_200].map((at) => isNew('A', at))).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  it('is new after another one', () => {
    const isNew = newCodes();
    expect(['A', 'B', 'B', 'A'].map((code, at) => isNew(code, at))).toEqual([true, true, false, true]);
  });
});

it.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('the error %s of a browser is told as "%s"', (name, problem) => {
  expect(problemOf(Object.assign(new Error('of the browser'), { name }))).toBe(problem);
});

it('what is no error is told as "failed"', () => {
  expect(problemOf('constructor')).toBe('failed');
  expect(problemOf(Object.assign(new Error(), { name: 'constructor' }))).toBe('failed');
});

import { describe, expect, it } from 'vitest';
import { isMadeWithin, isStoredWithin, withinOf } from './stored-within';

const [museum, boats, both, all] = [['m'], ['b'], ['m', 'b'], 'all' as const].map(withinOf) as [
  string,
  string,
  string,
  string,
];

describe('what a device has stored', () => {
  it.each([
    ['their own list', museum, museum, true],
    ['the list of another catalogue', boats, museum, false],
    ['the list of more catalogues', both, museum, false],
    ['the list of all', all, museum, false],
    ['the list of an earlier release', undefined, museum, false],
    ['the list of one catalogue, for who works with all', museum, all, false],
    ['the list of an earlier release, for who works with all', undefined, all, true],
    ['the list of none', withinOf([]), museum, false],
  ])('%s: %s for %s', (_, stored, own, isRead) => {
    expect(isStoredWithin(stored, own)).toBe(isRead);
  });

  it.each([
    ['their own scans', museum, museum, true],
    ['scans of who works with others', boats, museum, false],
    ['scans of who works with all', all, museum, false],
    ['scans of an earlier release', undefined, museum, false],
    ['all scans, for who works with all', museum, all, true],
    ['those of an earlier release, for who works with all', undefined, all, true],
  ])('%s: %s for %s', (_, made, own, isSent) => {
    expect(isMadeWithin(made, own)).toBe(isSent);
  });

  it('is the same whatever the order of the catalogues', () => {
    expect(withinOf(['b', 'm'])).toBe(both);
    expect(withinOf([])).not.toBe(all);
  });
});

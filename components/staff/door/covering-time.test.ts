import { describe, expect, it } from 'vitest';
import { coveringTime } from './covering-time';
import type { ShownResult } from './result-lines';

const adult = { name: 'Boat, adult', reduced: false };
const child = { name: 'Boat, child', reduced: true };
const shown = (changes: Partial<ShownResult> = {}): ShownResult => ({
  id: 's-1',
  result: 'admitted',
  conflict: false,
  entrance: 'North gate',
  code: 'H4TK-9QWE-2MBX',
  scannedAt: '2027-06-01T07:15:03.000Z',
  undoneAt: null,
  event: 'Boat',
  name: 'Deck',
  occursAt: '2027-06-01T10:00:00+02:00',
  day: '2027-06-01',
  timezone: 'Europe/Paris',
  tariff: adult,
  redeemedAt: null,
  redeemedEntrance: null,
  ticket: 't-1',
  group: { size: 1, admitted: 1 },
  isOffline: false,
  ...changes,
});

describe('a result covers the page', () => {
  it('for a moment if there is nothing to do', () => {
    expect(coveringTime(shown())).toBe(1_600);
    expect(coveringTime(shown({ together: [adult, adult] }))).toBe(1_600);
  });

  it.each<[string, Partial<ShownResult>]>([
    ['a warning', { result: 'already_admitted' }],
    ['the rest of a group', { group: { size: 3, admitted: 1 } }],
    ['a repeated scan', { isAgain: true }],
    ['a reduced tariff, whose proof is checked', { tariff: child }],
    ['a reduced tariff in a group', { together: [adult, child, adult], tariff: adult }],
  ])('for five seconds with %s', (_, changes) => {
    expect(coveringTime(shown(changes))).toBe(5_000);
  });
});

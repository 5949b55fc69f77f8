import { describe, expect, it } from 'vitest';
import { type DoorResult, shownOf } from './door-answers';

const scan = (id: string, tariff: string, result: DoorResult['result'] = 'admitted'): DoorResult => ({
  id,
  result,
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
  tariff: { name: tariff, reduced: tariff !== 'adult' },
  redeemedAt: null,
  redeemedEntrance: null,
  ticket: id,
  group: null,
});

describe('without scripts, tickets that were admitted together', () => {
  const scans = [scan('a', 'child'), scan('b', 'adult'), scan('c', 'child')];

  it('are shown with the tariffs of all', () => {
    const together = scans.map(({ tariff }) => tariff);
    expect(shownOf(scans, 3)).toEqual({ ...scans[2], together });
  });

  it('are shown without a tariff if not all were read, because one would stand for all', () => {
    expect(shownOf(scans.slice(-1), 30)).toEqual({ ...scans[2], together: [] });
  });

  it('are less than one that was not admitted', () => {
    const refused = scan('d', 'adult', 'already_admitted');
    expect(shownOf([refused, ...scans], 4)).toEqual(refused);
  });

  it('are one scan, or none', () => {
    expect(shownOf(scans.slice(0, 1), 1)).toEqual(scans[0]);
    expect(shownOf([], 0)).toBeNull();
  });
});

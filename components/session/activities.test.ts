import { describe, expect, it } from 'vitest';
import type { Session } from '@/lib/contract/session';
import { byActivity } from './activities';

const session = (id: string, name: string | null | undefined): Session => ({
  '@id': `/v1/${id}`,
  '@type': 'TicketingSession',
  id,
  occursAt: '2027-06-01T10:00:00+02:00',
  duration: null,
  availableQuantity: 1,
  ...(name === undefined ? {} : { name }),
});

const groupsOf = (...names: (string | null | undefined)[]) =>
  byActivity(names.map((name, index) => session(String(index), name)))?.map((group) => [
    group.name,
    group.sessions.map(({ id }) => id).join(),
  ]) ?? null;

describe('sessions of a day by activity', () => {
  it('are grouped by their names, in the order of their first times', () => {
    expect(groupsOf('Tour', 'Talk', 'Tour')).toEqual([
      ['Tour', '0,2'],
      ['Talk', '1'],
    ]);
  });

  it('without a name come last', () => {
    expect(groupsOf(null, 'Tour', undefined, 'Tour')).toEqual([
      ['Tour', '1,3'],
      [null, '0,2'],
    ]);
  });

  it.each([
    ['one name', ['Tour', 'Tour']],
    ['no names', [null, undefined]],
    ['names of which none is there twice', ['Tour', 'Talk', null]],
    ['none', []],
  ])('are not grouped with %s', (_, names) => {
    expect(groupsOf(...names)).toBeNull();
  });
});

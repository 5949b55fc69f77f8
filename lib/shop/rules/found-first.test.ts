import { expect, it } from 'vitest';
import { comingFirst, inOrderFound, isOver } from './found-first';

const now = new Date('2026-11-30T12:00:00Z');
const at = (occursAt: string) => ({ date: null, occursAt, timezone: 'Europe/Paris' });

function found(name: string, changes: Partial<Parameters<typeof isOver>[0]> = {}) {
  return {
    name,
    state: 'ordered' as const,
    settledAs: null,
    isUndelivered: false,
    createdAt: new Date('2026-11-01T12:00:00Z'),
    visits: [] as ReturnType<typeof at>[],
    count: 2,
    valid: 2,
    ...changes,
  };
}

it('what matches best comes first, then the next visit, then the past, and at last what nothing is left of', () => {
  const all = [
    found('cancelled', { visits: [at('2026-12-01T10:00:00+01:00')], valid: 0 }),
    found('past', { visits: [at('2026-11-02T10:00:00+01:00')] }),
    found('newer past', {
      visits: [at('2026-11-01T10:00:00+01:00')],
      createdAt: new Date('2026-11-02T12:00:00Z'),
    }),
    found('later', { visits: [at('2026-12-03T10:00:00+01:00'), at('2026-11-03T10:00:00+01:00')] }),
    found('this morning', { visits: [at('2026-11-30T09:00:00+01:00')] }),
    found('better', { visits: [at('2026-11-02T10:00:00+01:00')] }),
  ];
  const rank = ({ name }: { name: string }) => (name === 'better' ? 0 : 1);
  expect(inOrderFound(all, rank, now).map(({ name }) => name)).toEqual([
    'better',
    'this morning',
    'later',
    'newer past',
    'past',
    'cancelled',
  ]);
});

it('of the visits those of today and later are named, or all if they have been', () => {
  const [past, today, next] = [
    at('2026-11-29T23:00:00+01:00'),
    { date: '2026-11-30', occursAt: null, timezone: 'Europe/Paris' },
    at('2026-12-02T10:00:00+01:00'),
  ] as const;
  expect(comingFirst([next, past, today], now)).toEqual({ visits: [today, next], isComing: true });
  expect(comingFirst([past], now)).toEqual({ visits: [past], isComing: false });
});

it.each([
  ['ordered', { valid: 1 }, false],
  ['ordered', { valid: 0 }, true],
  // Of which the service has told no tickets.
  ['ordered', { valid: 0, count: 0 }, false],
  ['held', {}, false],
  ['expired', {}, true],
  ['refunded', {}, true],
  ['refunded', { isUndelivered: true }, false],
  ['attention', {}, false],
  ['attention', { settledAs: 'refunded' }, true],
  ['attention', { settledAs: 'ordered' }, false],
] as const)('%s %j is over: %s', (state, changes, expected) => {
  expect(isOver(found('one', { ...changes, state }))).toBe(expected);
});

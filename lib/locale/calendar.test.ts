import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  firstDayOf,
  isDay,
  isMonth,
  lastDayOf,
  monthOf,
  weekdayOf,
  weeksOf,
} from './calendar';

describe('weeksOf', () => {
  it('begins each week on Monday and leaves the days of other months out', () => {
    expect(weeksOf('2026-11')[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeksOf('2026-11').at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2027-02')).toHaveLength(4);
  });

  it('has every day of any month once, in order, in its column', () => {
    const months = fc.tuple(fc.integer({ min: 1970, max: 2200 }), fc.integer({ min: 1, max: 12 }));
    fc.assert(
      fc.property(months, ([year, number]) => {
        const month = `${year}-${String(number).padStart(2, '0')}`;
        const days: string[] = [];
        for (const week of weeksOf(month)) {
          expect(week).toHaveLength(7);
          week.forEach((day, column) => {
            if (day === null) return;
            expect(weekdayOf(day)).toBe(column);
            days.push(day);
          });
        }
        expect(days[0]).toBe(firstDayOf(month));
        expect(days.at(-1)).toBe(lastDayOf(month));
        expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
        expect([...days].sort()).toEqual(days);
      }),
    );
  });
});

describe('plain days', () => {
  it('have no daylight saving', () => {
    // Clocks change in Europe on 29 March and 25 October 2026.
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });

  it('are distinguished from invalid texts', () => {
    expect(['2026-11-21', '2028-02-29'].every(isDay)).toBe(true);
    expect(['2026-02-30', '2027-02-29', '2026-13-01', '2026-1-1', '', 'today'].some(isDay)).toBe(false);
    expect(isMonth('2026-11')).toBe(true);
    expect(isMonth('2026-00')).toBe(false);
    expect(isMonth('9999-11') && lastDayOf('9999-11')).toBe('9999-11-30');
    // There would be no month after it.
    expect([isMonth('9999-12'), isDay('9999-12-01')]).toEqual([false, false]);
  });

  it('belong to consecutive months', () => {
    expect(monthOf('2026-11-21')).toBe('2026-11');
    expect(addMonths('2026-11', 2)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(addMonths('2026-06', -30)).toBe('2023-12');
  });
});

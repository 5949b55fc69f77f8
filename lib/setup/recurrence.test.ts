import { describe, expect, it } from 'vitest';
import { daysOfRule } from './recurrence';

/** The days of a rule that begins with this one, at 9:00 in New York, as RFC 5545 has it in its examples (3.8.5.3). */
function daysOf(first: string, rule: string): readonly string[] {
  const found = daysOfRule(rule, { day: first, time: '09:00' }, (until) =>
    /^\d{8}T/.test(until)
      ? `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)} ${until.slice(9, 11)}:00`
      : null,
  );
  if (found === null) throw new Error(`The rule ${rule} was not read.`);
  return found.days;
}

const inMonths = (...months: readonly [string, ...(readonly number[])][]) =>
  months.flatMap(([month, ...days]) => days.map((day) => `${month}-${String(day).padStart(2, '0')}`));

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY;COUNT=10', inMonths(['1997-09', 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])],
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', inMonths(['1997-09', 2, 12, 22], ['1997-10', 2, 12])],
    [
      'FREQ=WEEKLY;COUNT=10',
      inMonths(['1997-09', 2, 9, 16, 23, 30], ['1997-10', 7, 14, 21, 28], ['1997-11', 4]),
    ],
    [
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      inMonths(['1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30], ['1997-10', 2]),
    ],
    [
      'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
      inMonths(['1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30], ['1997-10', 2]),
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      inMonths(['1997-09', 2, 4, 16, 18, 30], ['1997-10', 2, 14, 16]),
    ],
  ])('is read as RFC 5545 says: %s', (rule, days) => {
    expect(daysOf('1997-09-02', rule)).toEqual(days);
  });

  it('reaches its last day, also through the years', () => {
    const days = daysOf('1997-09-02', 'FREQ=DAILY;UNTIL=19971224T000000Z');
    expect([days.length, days[0], days.at(-1)]).toEqual([113, '1997-09-02', '1997-12-23']);
    const weeks = daysOf(
      '1997-09-01',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    );
    expect(weeks).toEqual(
      inMonths(
        ['1997-09', 1, 3, 5, 15, 17, 19, 29],
        ['1997-10', 1, 3, 13, 15, 17, 27, 29, 31],
        ['1997-11', 10, 12, 14, 24, 26, 28],
        ['1997-12', 8, 10, 12, 22],
      ),
    );
  });

  it('has weeks that begin on the day that it names', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU';
    expect(daysOf('1997-08-05', `${rule};WKST=MO`)).toEqual(inMonths(['1997-08', 5, 10, 19, 24]));
    expect(daysOf('1997-08-05', `${rule};WKST=SU`)).toEqual(inMonths(['1997-08', 5, 17, 19, 31]));
    expect(daysOf('2027-08-03', `${rule};WKST=SU`)).toEqual(inMonths(['2027-08', 3, 15, 17, 29]));
  });

  it('has its first time, which counts, also where it has not that day of the week', () => {
    expect(daysOf('1997-09-02', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3')).toEqual(inMonths(['1997-09', 2, 8, 15]));
    const first = { day: '1997-09-02', time: '09:00' };
    expect(daysOfRule('FREQ=WEEKLY;BYDAY=MO;COUNT=3', first, () => null)?.isFirstOutside).toBe(true);
    expect(daysOfRule('FREQ=WEEKLY;BYDAY=TU;COUNT=3', first, () => null)?.isFirstOutside).toBe(false);
  });

  it('may have days that it never reaches, and more of them than are taken', () => {
    expect(daysOf('1997-09-02', 'FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=3')).toEqual(['1997-09-02']);
    expect(daysOf('1997-09-02', 'FREQ=DAILY;COUNT=4900')).toHaveLength(4900);
    expect(daysOf('1997-09-02', 'FREQ=DAILY;COUNT=999999999')).toHaveLength(5001);
  });

  it.each([
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
    'FREQ=WEEKLY;WKST=XX;COUNT=2',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    'FREQ=DAILY;INTERVAL=999999999;COUNT=5',
    'FREQ=DAILY;COUNT=1.5',
  ])('is not read in part: %s', (rule) => {
    expect(daysOfRule(rule, { day: '1997-09-02', time: '09:00' }, (until) => `${until} 09:00`)).toBeNull();
  });
});

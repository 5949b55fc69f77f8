import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { zoneClock } from './zone-clock';

const zones = [
  'Europe/Paris',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
  'Asia/Kathmandu',
];
const moments = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });

describe('the clock of a time zone', () => {
  it.each(zones)('shows in %s what Temporal computes, for any moment', (zone) => {
    const clock = zoneClock(zone);
    fc.assert(
      fc.property(moments, (epoch) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
        expect(clock.at(epoch)).toEqual({
          epoch,
          day: expected.toPlainDate().toString(),
          text: expected.toString({ smallestUnit: 'second', timeZoneName: 'never' }),
        });
      }),
      { numRuns: 200 },
    );
  });

  it.each(zones)('reads in %s what Temporal reads, for any local time', (zone) => {
    const clock = zoneClock(zone);
    fc.assert(
      fc.property(moments, (wall) => {
        const local = Temporal.Instant.fromEpochMilliseconds(wall)
          .toZonedDateTimeISO('UTC')
          .toPlainDateTime();
        const { epoch } = clock.atWall(wall);
        expect(epoch).toBe(local.toZonedDateTime(zone).epochMilliseconds);
      }),
      { numRuns: 200 },
    );
  });

  it('says which local times occur twice, and which are skipped', () => {
    const clock = zoneClock('Europe/Paris');
    const read = (text: string) => {
      const { epoch, isClear } = clock.atWall(Date.parse(`${text}:00Z`));
      return { isClear, text: clock.at(epoch).text };
    };
    expect(read('2027-10-31T02:30')).toMatchObject({
      isClear: false,
      text: '2027-10-31T02:30:00+02:00',
    });
    expect(read('2027-03-28T02:30')).toMatchObject({
      isClear: false,
      text: '2027-03-28T03:30:00+02:00',
    });
    expect(read('2027-03-28T03:00')).toMatchObject({ isClear: true });
    expect(read('2027-06-01T10:00')).toMatchObject({
      isClear: true,
      text: '2027-06-01T10:00:00+02:00',
    });
  });

  it('gives the beginning of a day, also of one that begins at one o’clock', () => {
    expect(zoneClock('Africa/Cairo').dayStart('2027-04-30')).toBe(Date.parse('2027-04-29T22:00:00Z'));
  });

  it('gives the end of a day, in a month of any length and a leap year', () => {
    const clock = zoneClock('Europe/Paris');
    expect(clock.dayEnd('2028-02-29')).toBe(Date.parse('2028-02-29T23:00:00Z'));
    expect(clock.dayEnd('2027-12-31')).toBe(Date.parse('2027-12-31T23:00:00Z'));
    expect(clock.dayEnd('2027-10-31') - clock.dayStart('2027-10-31')).toBe(25 * 3_600_000);
  });

  it('refuses an unknown time zone', () => {
    expect(() => zoneClock('Mars/Base')).toThrow(RangeError);
  });
});

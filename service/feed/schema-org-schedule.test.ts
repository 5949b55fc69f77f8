import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  sessionsOf,
  talk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const weekly = {
  '@type': 'Schedule',
  startDate: '2027-09-01',
  endDate: '2027-09-14',
  startTime: '19:30',
  repeatFrequency: 'P1W',
  byDay: ['https://schema.org/Friday', 'Saturday'],
};
const event = (schedule: unknown) => ({
  '@type': 'Event',
  name: 'A talk',
  isAccessibleForFree: true,
  eventSchedule: schedule,
});

/** `MM-DD HH:MM` of the sessions. */
function startsOf(schedule: object): string[] {
  return sessionsOf(event({ ...weekly, byDay: undefined, ...schedule })).map(({ occursAt }) =>
    occursAt.slice(5, 16).replace('T', ' '),
  );
}

describe('a schedule', () => {
  it('makes a session of each of its times, in its time zone, with stable keys', () => {
    const feed = read(document(event({ ...weekly, endTime: '21:00' })));
    expect(feed.events[0]?.sessions).toMatchObject([
      { occursAt: '2027-09-03T19:30:00+01:00', duration: 'PT90M', key: 'a-talk/2027-09-03T18:30Z' },
      { occursAt: '2027-09-04T19:30:00+01:00', duration: 'PT90M' },
      { occursAt: '2027-09-10T19:30:00+01:00' },
      { occursAt: '2027-09-11T19:30:00+01:00' },
    ]);
    expect(feed.products[0]?.offers.map(({ date }) => date)).toEqual([
      '2027-09-03',
      '2027-09-04',
      '2027-09-10',
      '2027-09-11',
    ]);
  });

  it.each<[object, string[]]>([
    [{ repeatFrequency: 'P1D', endDate: '2027-09-03' }, ['09-01 19:30', '09-02 19:30', '09-03 19:30']],
    [{ repeatFrequency: 'P5D' }, ['09-01 19:30', '09-06 19:30', '09-11 19:30']],
    [{ repeatFrequency: 'P1W' }, ['09-01 19:30', '09-08 19:30']],
    [{ repeatFrequency: 'P2W', byDay: ['MO', 'FR'] }, ['09-03 19:30', '09-13 19:30']],
    [{ repeatFrequency: 'P1D', byDay: 'Sunday' }, ['09-05 19:30', '09-12 19:30']],
    [{ repeatFrequency: 'P1M', endDate: '2027-11-30' }, ['09-01 19:30', '10-01 19:30', '11-01 19:30']],
    [
      { repeatFrequency: 'P1M', endDate: '2027-11-30', startDate: '2027-08-31', byMonthDay: [31] },
      ['08-31 19:30', '10-31 19:30'],
    ],
    [{ repeatFrequency: 'P1Y', endDate: '2029-01-01' }, ['09-01 19:30', '09-01 19:30']],
    [{ repeatFrequency: 'P1D', repeatCount: 2 }, ['09-01 19:30', '09-02 19:30']],
    [{ repeatFrequency: 'P1W', endDate: undefined, repeatCount: 2 }, ['09-01 19:30', '09-08 19:30']],
    [{ repeatFrequency: 'P1W', byMonth: 10, endDate: '2027-10-10' }, ['10-06 19:30']],
    [{ scheduleTimezone: 'America/New_York' }, ['09-02 00:30', '09-09 00:30']],
    [{ exceptDate: '2027-09-08' }, ['09-01 19:30']],
    [{ exceptDate: ['2027-09-01T19:30:00+01:00', '2027-09-08T00:00:00'] }, []],
  ])('%j has the times %j', (schedule, starts) => {
    expect(startsOf(schedule)).toEqual(starts);
  });

  it.each([
    [{ endTime: '01:00' }, 'PT330M'],
    [{ duration: 'PT2H' }, 'PT120M'],
    [{ endTime: '20:00', duration: 'PT2H' }, 'PT30M'],
    [{}, null],
  ])('%j lasts %s', (members, duration) => {
    expect(sessionsOf(event({ ...weekly, ...members }))).toContainEqual(
      expect.objectContaining({ duration }),
    );
  });

  it.each([
    [{ endDate: undefined }, ''],
    [{ endDate: '2040-01-01' }, '.endDate'],
    [{ endDate: 'autumn' }, '.endDate'],
    [{ startDate: '2027-09-01T10:00' }, '.startDate'],
    [{ startTime: undefined }, '.startTime'],
    [{ startTime: '25:00' }, '.startTime'],
    [{ repeatFrequency: undefined }, '.repeatFrequency'],
    [{ repeatFrequency: 'often' }, '.repeatFrequency'],
    [{ repeatFrequency: 'P0D' }, '.repeatFrequency'],
    [{ repeatFrequency: 'P1M' }, '.byDay'],
    [{ byDay: ['Someday'] }, '.byDay[0]'],
    [{ byMonth: 13 }, '.byMonth'],
    [{ byMonthDay: [0] }, '.byMonthDay[0]'],
    [{ byMonthWeek: 2 }, '.byMonthWeek'],
    [{ repeatCount: 0 }, '.repeatCount'],
    [{ exceptDate: 'Christmas' }, '.exceptDate'],
    [{ scheduleTimezone: 'Mars/Base' }, '.scheduleTimezone'],
  ])('%j is refused at %s, for it would sell what is not played', (members, path) => {
    expect(errorsOf(document(event({ ...weekly, ...members })))).toEqual([
      `$["@graph"][0].eventSchedule${path}`,
    ]);
  });

  it('may be several, or belong to a sub-event', () => {
    const two = event([weekly, { ...weekly, startTime: '15:00', byDay: 'Sunday' }]);
    expect(sessionsOf(two)).toHaveLength(6);
    expect(sessionsOf({ ...talk, subEvent: [{ ...event(weekly), name: 'Tour' }] })).toMatchObject(
      Array.from({ length: 4 }, () => ({ name: { en: 'Tour' } })),
    );
  });

  it('has the limits of its event at each time, and a remaining number for all of them is refused', () => {
    const limited = { ...event(weekly), maximumAttendeeCapacity: 12 };
    expect(sessionsOf(limited).map(({ capacity }) => capacity)).toEqual([12, 12, 12, 12]);
    expect(errorsOf(document({ ...limited, remainingAttendeeCapacity: 20 }))).toEqual([
      '$["@graph"][0].remainingAttendeeCapacity',
    ]);
  });

  it('together with sub-events is left out, because it describes their times', () => {
    const both = { ...event(weekly), subEvent: [talk] };
    expect(sessionsOf(both)).toHaveLength(1);
    expect(warningsOf(document(both))).toEqual([
      '$["@graph"][0].eventSchedule: Not read: the sub-events count.',
    ]);
  });

  it('that goes on for more than ten years is not read to its end', () => {
    const counted = {
      ...weekly,
      byDay: undefined,
      endDate: undefined,
      repeatFrequency: 'P1Y',
      repeatCount: 20,
    };
    expect(sessionsOf(event(counted))).toHaveLength(11);
    expect(warningsOf(document(event(counted)))).toEqual([expect.stringContaining('.repeatCount: Left out')]);
  });
});

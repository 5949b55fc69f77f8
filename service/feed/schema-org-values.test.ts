import { describe, expect, it } from 'vitest';
import { document, sessionsOf, talk, warningsOf } from '@/testing/ticketing-service/schema-org';

describe('duration and capacity', () => {
  it.each([
    ['2027-09-05T13:30:00+01:00', null],
    ['2027-09-05T13:00:00+01:00', null],
    ['2027-09-05T13:30:30+01:00', null],
    ['2027-09-06T13:29:00+01:00', 'PT1439M'],
    ['2027-09-06T13:30:00+01:00', null],
    [['2027-09-05T12:31:00Z'], 'PT1M'],
  ])('until %s lasts %s', (endDate, duration) => {
    expect(sessionsOf({ ...talk, endDate })).toMatchObject([{ duration }]);
  });

  it('counts the hours that pass, not those on the clock', () => {
    const night = { ...talk, startDate: '2027-10-31T00:30', endDate: '2027-10-31T03:00' };
    expect(sessionsOf(night)).toMatchObject([{ duration: 'PT210M' }]);
  });

  it.each([
    ['PT90M', 'PT90M'],
    ['PT1H30M', 'PT90M'],
    ['PT5400S', 'PT90M'],
    ['P1DT1H', null],
    ['90 minutes', null],
    ['P1M', null],
  ])('of %s lasts %s', (duration, expected) => {
    expect(sessionsOf({ ...talk, duration })).toMatchObject([{ duration: expected }]);
  });

  it('lasts until its end if that differs from its duration, with a warning', () => {
    const session = { ...talk, duration: 'PT2H', endDate: '2027-09-05T14:30:00+01:00' };
    expect(sessionsOf(session)).toMatchObject([{ duration: 'PT60M' }]);
    expect(warningsOf(document(session))).toEqual([
      '$["@graph"][0].duration: Not used: it is not the time until endDate, which counts.',
    ]);
    expect(warningsOf(document({ ...session, duration: 'PT1H' }))).toEqual([]);
  });

  it.each([
    [{ maximumAttendeeCapacity: '25' }, { capacity: 25, remaining: null }],
    [{ maximumAttendeeCapacity: 0 }, { capacity: 0, remaining: null }],
    [
      { maximumAttendeeCapacity: 25, remainingAttendeeCapacity: 0 },
      { capacity: 25, remaining: 0 },
    ],
    [{ remainingAttendeeCapacity: '3' }, { capacity: null, remaining: 3 }],
    [{ remainingAttendeeCapacity: { value: 4 } }, { capacity: null, remaining: 4 }],
    [
      { maximumPhysicalAttendeeCapacity: 10, maximumVirtualAttendeeCapacity: 5 },
      { capacity: 10, remaining: null },
    ],
    [
      { maximumAttendeeCapacity: 25, location: { name: 'Room', maximumAttendeeCapacity: 9 } },
      { capacity: 9, remaining: null },
    ],
  ])('%j is %j', (members, limits) => {
    expect(sessionsOf({ ...talk, ...members })).toMatchObject([limits]);
  });
});

describe('an offset that the zone does not have then', () => {
  const warned = (startDate: string) =>
    warningsOf(document({ ...talk, startDate })).filter((warning) => warning.includes('offset'));

  it.each(['2027-09-05T13:30:00+02:00', '2027-12-05T13:30:00+01:00', '2027-03-28T01:30:00-05:00'])(
    'is said: %s',
    (startDate) => {
      expect(warned(startDate)).toEqual([
        expect.stringContaining('$["@graph"][0].startDate: The offset is not that'),
      ]);
    },
  );

  it.each([
    '2027-09-05T13:30:00+01:00',
    '2027-12-05T13:30:00+00:00',
    '2027-09-05T13:30:00Z',
    // Both of the hour that occurs twice, and a moment in UTC.
    '2027-10-31T01:30:00+01:00',
    '2027-10-31T01:30:00+00:00',
    '2027-09-05T13:30:00+0000',
  ])('is not said of %s', (startDate) => {
    expect(warned(startDate)).toEqual([]);
  });
});

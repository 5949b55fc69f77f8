import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  sessionsOf,
  talk,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const concert = { ...talk, name: 'A concert', location: 'Hall', maximumAttendeeCapacity: 30 };
const places = (input: unknown) =>
  read(input).events.flatMap(({ sessions }) => sessions.map(({ capacity }) => capacity));
const repeated = (input: unknown) =>
  warningsOf(input)
    .filter((warning) => warning.includes('is there already'))
    .map((warning) => warning.slice(0, warning.indexOf(': ')));

describe('the same event without an @id at two places is sold once:', () => {
  it.each([
    [document(concert, concert), '$["@graph"][1]'],
    [
      [
        { '@context': 'https://schema.org', ...concert },
        { '@context': 'http://schema.org/', ...concert },
      ],
      '$[1]',
    ],
    [document(concert, Object.fromEntries(Object.entries(concert).reverse())), '$["@graph"][1]'],
    [document({ ...concert, '@id': '_:b0' }, { ...concert, '@id': '_:b1' }), '$["@graph"][1]'],
    [document({ ...concert, '@id': '#concert' }, concert), '$["@graph"][1]'],
    [
      document({ ...talk, name: 'Festival', subEvent: [concert, { ...concert }] }),
      '$["@graph"][0].subEvent[1]',
    ],
    [document(concert, { ...talk, name: 'Festival', subEvent: concert }), '$["@graph"][0]'],
    [document({ ...talk, name: 'Festival', subEvent: concert }, concert), '$["@graph"][1]'],
    [
      document(
        { ...talk, name: 'Festival', '@id': '#f', subEvent: concert },
        { ...concert, superEvent: { '@id': '#f' } },
      ),
      '$["@graph"][1]',
    ],
    [
      document(
        { ...talk, name: 'Festival', subEvent: concert },
        { ...talk, name: 'Season', subEvent: concert },
      ),
      '$["@graph"][1].subEvent',
    ],
  ])('%j', (input, path) => {
    expect(places(input)).toEqual([30]);
    expect(repeated(input)).toEqual([path]);
  });

  it.each([
    [document(concert, { ...concert, startDate: '2027-09-06T13:30:00+01:00' })],
    [document({ ...concert, '@id': '#1' }, { ...concert, '@id': '#2' })],
    [
      document({
        ...concert,
        subEvent: [
          { ...concert, name: 'First' },
          { ...concert, name: 'Second' },
        ],
      }),
    ],
  ])('%j are two', (input) => {
    expect(places(input)).toEqual([30, 30]);
    expect(repeated(input)).toEqual([]);
  });

  it('a session of a session, by @id', () => {
    const day = { ...talk, name: 'Saturday', subEvent: [{ '@id': '#c' }] };
    const festival = { ...talk, name: 'Festival', subEvent: [day] };
    for (const graph of [
      [festival, { ...concert, '@id': '#c' }],
      [{ ...concert, '@id': '#c' }, festival],
    ]) {
      expect(places(document(...graph))).toEqual([30]);
    }
  });

  it('events that differ and have the same name, time and place are sold as two, with a warning', () => {
    const other = { ...concert, description: 'In the gallery' };
    for (const input of [document(concert, other), document({ ...talk, subEvent: [concert, other] })]) {
      expect(places(input)).toEqual([30, 30]);
      expect(warningsOf(input)).toEqual([expect.stringContaining('Taken for another event')]);
    }
    const elsewhere = { ...concert, location: 'Gallery' };
    expect(warningsOf(document(concert, elsewhere))).toEqual([]);
  });

  it('sessions with only a time are sessions of their own event', () => {
    const tour = { '@type': 'Event', startDate: concert.startDate };
    const input = document(
      { ...concert, name: 'Tower', subEvent: [tour] },
      { ...concert, name: 'Castle', subEvent: [tour] },
    );
    expect(places(input)).toEqual([30, 30]);
  });

  it('schedules that have the same times', () => {
    const daily = {
      '@type': 'Schedule',
      startDate: '2027-06-01',
      endDate: '2027-06-03',
      startTime: '10:00',
      repeatFrequency: 'P1D',
    };
    const weekly = { ...daily, repeatFrequency: 'P1W' };
    const event = { ...unpricedTalk, isAccessibleForFree: true, eventSchedule: [daily, weekly] };
    expect(sessionsOf(event)).toHaveLength(3);
    expect(repeated(document(event))).toEqual(['$["@graph"][0].eventSchedule[1]']);
  });
});

describe('an event that is written only inside its sub-event', () => {
  const inside = (superEvent: object) => ({ ...concert, superEvent: { '@type': 'Event', ...superEvent } });

  it('cancels it, sells it out and limits it', () => {
    expect(sessionsOf(inside({ eventStatus: 'EventCancelled' }))).toMatchObject([{ status: 'cancelled' }]);
    expect(sessionsOf(inside({ maximumAttendeeCapacity: 20 }))).toMatchObject([{ capacity: 20 }]);
    expect(sessionsOf(inside({ remainingAttendeeCapacity: 0 }))).toMatchObject([{ remaining: 0 }]);
    expect(sessionsOf(inside({ name: 'Season' }))).toMatchObject([{ capacity: 30, status: 'scheduled' }]);
  });

  it('shares its remaining places among all of its sessions', () => {
    const season = { '@id': '#season', name: 'Season', remainingAttendeeCapacity: 40 };
    const second = { ...inside(season), startDate: '2027-09-06T13:30:00+01:00' };
    expect(sessionsOf(inside(season))).toMatchObject([{ remaining: 40 }]);
    expect(errorsOf(document(inside(season), second))).toEqual([
      '$["@graph"][0].superEvent.remainingAttendeeCapacity',
    ]);
  });

  it('also shares them without an @id, if it is the same at each place', () => {
    const season = { name: 'Season', remainingAttendeeCapacity: 20 };
    const second = { ...concert, startDate: '2027-09-06T13:30:00+01:00' };
    const told = { remainingAttendeeCapacity: 20, '@type': 'Event', name: 'Season' };
    const path = '$["@graph"][0].superEvent.remainingAttendeeCapacity';
    expect(errorsOf(document(inside(season), { ...second, superEvent: told }))).toEqual([path]);
    const few = { maximumAttendeeCapacity: 10 };
    const input = document({ ...inside(season), ...few }, { ...second, ...few, superEvent: told });
    expect(read(input).events).toHaveLength(2);
    const other = { ...told, name: 'Another season' };
    expect(read(document(inside(season), { ...second, superEvent: other })).events).toHaveLength(2);
  });

  it('causes a warning if more of it is left out', () => {
    expect(warningsOf(document(inside({ name: 'Season', offers: { price: 90 } })))).toEqual([
      '$["@graph"][0].superEvent.offers: "offers" is not read.',
    ]);
  });
});

it('places for attendance and for watching online are not added, because tickets do not distinguish them', () => {
  const event = { ...talk, maximumPhysicalAttendeeCapacity: 10, maximumVirtualAttendeeCapacity: 5 };
  expect(sessionsOf(event)).toMatchObject([{ capacity: 10 }]);
  expect(warningsOf(document(event))).toHaveLength(1);
});

describe('the same moment in another spelling', () => {
  const start = (startDate: string, changes = {}) => ({
    ...concert,
    startDate,
    endDate: undefined,
    ...changes,
  });
  it.each([
    '2027-09-05T12:30:00Z',
    '2027-09-05T13:30+01:00',
    '2027-09-05T13:30:00',
    '2027-09-05T12:30:00.000+00:00',
  ])('makes no second event: %s', (startDate) => {
    const input = document(start('2027-09-05T13:30:00+01:00'), start(startDate));
    expect(places(input)).toEqual([30]);
    expect(repeated(input)).toEqual(['$["@graph"][1]']);
  });

  it('is said, if what differs is more than the spelling', () => {
    const input = document(
      start('2027-09-05T13:30:00+01:00'),
      start('2027-09-05T12:30:00Z', { maximumAttendeeCapacity: 40 }),
    );
    expect(warningsOf(input).join()).toContain('Taken for another event than the one before it');
  });

  it('is no contradiction of two events with one @id', () => {
    const same = { '@id': '#concert' };
    const input = document(start('2027-09-05T13:30:00+01:00', same), start('2027-09-05T12:30:00Z', same));
    expect(places(input)).toEqual([30]);
  });
});

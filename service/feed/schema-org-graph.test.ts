import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  sessionsOf,
  talk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const hall = { '@type': 'Place', '@id': '#hall', name: 'Hall', address: '1 quay' };
const session = (hour: string, members: object = {}) => ({
  ...talk,
  name: `At ${hour}`,
  startDate: `2027-09-05T${hour}:00:00+01:00`,
  ...members,
});

describe('references by @id', () => {
  it.each([[{ '@id': '#hall' }], [[{ '@id': '#hall' }]], ['#hall']])(
    'a location %j is the node with that name',
    (location) => {
      const feed = read(document({ ...talk, location }, hall));
      expect(feed.events[0]?.venue).toEqual({ name: 'Hall', address: '1 quay' });
      expect(warningsOf(document({ ...talk, location }, hall))).toEqual([]);
    },
  );

  it('may refer to an address, a picture or an offer', () => {
    const address = { '@id': '#a', '@type': 'PostalAddress', streetAddress: '2 quay' };
    const offer = { '@id': '#o', '@type': 'Offer', price: 3, priceCurrency: 'EUR' };
    const event = {
      '@type': 'Event',
      name: 'A talk',
      startDate: '2027-09-05T13:30:00Z',
      location: { '@type': 'Place', name: 'Hall', address: { '@id': '#a' } },
      offers: { '@id': '#o' },
    };
    const feed = read(document(event, address, offer));
    expect(feed.events[0]?.venue?.address).toBe('2 quay');
    expect(feed.products[0]?.offers[0]?.price).toBe('3.00');
  });

  it('do not exist in a document with an empty @id', () => {
    const event = { ...talk, '@id': '', location: hall };
    expect(read(document(event)).events[0]).toMatchObject({
      name: { en: 'A talk' },
      venue: { name: 'Hall' },
    });
  });

  it('to missing nodes are reported', () => {
    expect(warningsOf(document({ ...talk, location: { '@id': '#gone' } }))).toEqual([
      '$["@graph"][0].location: Left out: the document has no node with this "@id".',
    ]);
    expect(read(document({ ...talk, location: { '@id': '#gone' } })).events[0]?.venue).toBeNull();
  });

  it('may also name the type: with only both, they are the node with that name', () => {
    const place = { ...hall, maximumAttendeeCapacity: 30 };
    const { '@id': id, '@type': type } = place;
    const stub = { '@id': id, '@type': type };
    for (const graph of [
      [{ ...talk, location: stub }, place],
      [place, { ...talk, location: stub }],
      [stub, { ...talk, location: { '@id': '#hall' } }, place],
    ]) {
      const [event] = read(document(...graph)).events;
      expect(event?.sessions).toMatchObject([{ capacity: 30 }]);
      expect(event?.venue).toEqual({ name: 'Hall', address: '1 quay' });
      expect(warningsOf(document(...graph))).toEqual([]);
    }
  });

  it('with a type, to sub-events and offers, are the nodes with these names', () => {
    const offer = { '@id': '#o', '@type': 'Offer', price: 3, priceCurrency: 'EUR' };
    const series = {
      '@type': 'EventSeries',
      '@id': '#s',
      name: 'Hamlet',
      offers: { '@id': '#o', '@type': 'Offer' },
      subEvent: ['#1', '#2'].map((id) => ({ '@type': 'TheaterEvent', '@id': id })),
    };
    const nights = ['10', '11'].map((hour, index) => ({
      ...session(hour, { isAccessibleForFree: undefined, '@id': `#${index + 1}` }),
    }));
    const feed = read(document(series, ...nights, offer));
    expect(feed.events.map(({ sessions }) => sessions.length)).toEqual([2]);
    expect(feed.products.map(({ offers }) => offers.map(({ price }) => price))).toEqual([['3.00']]);
  });

  it('with a type, to missing nodes, are left out with a warning', () => {
    const event = {
      ...talk,
      subEvent: [session('10'), { '@type': 'Event', '@id': 'https://example.org/11' }],
    };
    expect(sessionsOf(event)).toHaveLength(1);
    expect(warningsOf(document(event))).toEqual([
      '$["@graph"][0].subEvent[1]: Left out: the document has no node with this "@id".',
    ]);
  });

  it('of sub-events are sessions, and not separate events', () => {
    const first = session('10', { '@id': '#1' });
    const event = { ...talk, subEvent: [{ '@id': '#1' }, session('11', { '@id': '#2' })] };
    const feed = read(document(first, event, session('11', { '@id': '#2' })));
    expect(feed.events.map(({ sessions }) => sessions.map(({ name }) => name?.['en']))).toEqual([
      ['At 10', 'At 11'],
    ]);
  });

  it('of a superEvent make a session of the event that they name', () => {
    const feed = read(
      document(
        session('10', { superEvent: { '@id': '#talk' } }),
        { ...talk, '@id': '#talk', subEvent: session('11') },
        session('12', { superEvent: { '@id': '#elsewhere' } }),
      ),
    );
    expect(feed.events.map(({ sessions }) => sessions.length)).toEqual([2, 1]);
  });

  it('in a circle do not loop forever', () => {
    const event = { ...talk, '@id': '#a', subEvent: [{ '@id': '#b' }] };
    const other = session('10', { '@id': '#b', subEvent: [{ '@id': '#b' }] });
    expect(warningsOf(document(event, other))).toContain(
      '$["@graph"][1]: Left out: this event is there already.',
    );
  });
});

describe('the same @id', () => {
  it('is one event: its places are not sold twice', () => {
    const event = { ...talk, '@id': '#a', maximumAttendeeCapacity: 5 };
    expect(read(document(event, event)).events).toHaveLength(1);
    expect(warningsOf(document(event, event))).toHaveLength(1);
    const inAnotherOrder = Object.fromEntries(Object.entries(event).reverse());
    expect(read(document(event, inAnotherOrder)).events).toHaveLength(1);
    expect(errorsOf(document(event, { ...event, maximumAttendeeCapacity: 6 }))).toEqual([
      '$["@graph"][1]["@id"]',
    ]);
  });

  it('is one session, also under two events', () => {
    const one = session('10', { '@id': '#1' });
    const feed = read(document({ ...talk, subEvent: [one, one] }, { ...talk, subEvent: [{ '@id': '#1' }] }));
    expect(feed.events.map(({ sessions }) => sessions.length)).toEqual([1, 0]);
    const other = { ...one, maximumAttendeeCapacity: 9 };
    expect(errorsOf(document({ ...talk, subEvent: [one, other] }))).toEqual([
      '$["@graph"][0].subEvent[1]["@id"]',
    ]);
  });
});

describe('sub-events of sub-events', () => {
  it('are sessions, with the members of the events around them', () => {
    const day = {
      '@type': 'Event',
      name: 'Saturday',
      eventStatus: 'EventPostponed',
      subEvent: [session('10'), { ...session('11'), name: undefined }],
    };
    const sessions = sessionsOf({ ...talk, name: 'Festival', subEvent: [day, session('12')] });
    expect(sessions).toMatchObject([
      { name: { en: 'At 10' }, status: 'postponed' },
      { name: { en: 'Saturday' }, status: 'postponed' },
      { name: { en: 'At 12' }, status: 'scheduled' },
    ]);
  });

  it('are not read to an unlimited depth', () => {
    let deep: object = session('10');
    for (let level = 0; level < 12; level += 1) deep = { '@type': 'Event', name: 'Deeper', subEvent: deep };
    expect(errorsOf(document(deep))).toHaveLength(1);
  });
});

describe('parts that are left out or guessed', () => {
  it('are reported, each with its path', () => {
    const event = {
      ...talk,
      performer: 'A',
      description: ['One', 'Two'],
      image: 'https://example.org/b.jpg',
      location: [{ ...hall, geo: 1 }, 'Elsewhere'],
      subEvent: [session('10', { doorTime: '09:00', location: 'Garden', offers: { price: 0, sku: 'x' } })],
    };
    const warnings = warningsOf(document(event, { '@type': 'Organization', name: 'Us' }));
    expect(warnings.sort()).toEqual([
      '$["@graph"][0].description[1]: Left out: there is a text in "en" before it.',
      '$["@graph"][0].image: Guessed: its width or height in pixels is missing; 1200 × 800 are assumed.',
      '$["@graph"][0].location[0].geo: Left out: a latitude and a longitude in degrees are needed.',
      '$["@graph"][0].location[1]: Left out: an event has one venue.',
      '$["@graph"][0].performer: "performer" is not read.',
      '$["@graph"][0].subEvent[0].doorTime: "doorTime" is not read.',
      '$["@graph"][0].subEvent[0].location: Not shown: the sessions of an event share its venue.',
      '$["@graph"][0].subEvent[0].offers.sku: "sku" is not read.',
      '$["@graph"][1]: Left out: it is no event, and nothing refers to it.',
    ]);
  });

  it('do not exist in a document that is read completely', () => {
    expect(warningsOf(document({ ...talk, description: 'A', location: hall }))).toEqual([]);
  });

  it('include a local time that occurs twice', () => {
    const night = { ...talk, startDate: '2027-10-31T01:30:00' };
    expect(sessionsOf(night)).toMatchObject([{ occursAt: '2027-10-31T01:30:00+01:00' }]);
    expect(warningsOf(document(night))).toEqual([
      '$["@graph"][0].startDate: The clocks show this time twice or skip it: an offset is needed to be sure.',
    ]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ParsedFeed } from '@/lib/contract/feed';
import {
  document,
  errorsOf,
  repeatedKeys,
  read,
  sessionsOf,
  talk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const plain = {
  description: null,
  tag: null,
  seatPlan: null,
  remaining: null,
  status: 'scheduled',
  saleStartsAt: null,
  saleEndsAt: null,
};

describe('the import of an event', () => {
  it('makes an event, its sessions, and one product with an offer for each day', () => {
    const tour = { ...talk, maximumAttendeeCapacity: 20, endDate: '2027-09-05T15:00:00+01:00' };
    const feed = read(
      document({
        ...talk,
        identifier: '10105',
        name: ' The organ ',
        description: '<p>Built in 1870 </p> ',
        location: {
          '@type': 'Place',
          name: 'St Mellitus',
          address: 'Tollington Park, N4 3AG',
          geo: { '@type': 'GeoCoordinates', latitude: 51.5676163, longitude: '-0.112672' },
        },
        subEvent: [
          { ...tour, name: 'Morning tour' },
          { ...tour, name: 'The organ', startDate: '2027-09-04T23:30:00Z', endDate: '2027-09-05T00:15:00Z' },
          { ...tour, name: '', startDate: '2027-09-06T10:00', endDate: '2027-09-06' },
        ],
      }),
    );
    expect(feed.events).toEqual([
      {
        key: '10105',
        name: { en: 'The organ' },
        description: { en: '<p>Built in 1870 </p> ' },
        image: null,
        images: [],
        venue: {
          name: 'St Mellitus',
          address: 'Tollington Park, N4 3AG',
          position: { latitude: 51.5676163, longitude: -0.112672 },
        },
        arrivalWindow: false,
        category: null,
        languages: [],
        accessibility: [],
        meetingPoint: null,
        minimumAge: null,
        included: null,
        sessions: [
          {
            key: '10105/2027-09-05T12:30Z/morning-tour',
            occursAt: '2027-09-05T13:30:00+01:00',
            duration: 'PT90M',
            lateSale: null,
            counterPlaces: null,
            capacity: 20,
            ...plain,
            name: { en: 'Morning tour' },
          },
          {
            key: '10105/2027-09-04T23:30Z/the-organ',
            occursAt: '2027-09-05T00:30:00+01:00',
            duration: 'PT45M',
            lateSale: null,
            counterPlaces: null,
            capacity: 20,
            ...plain,
            name: null,
          },
          {
            key: '10105/2027-09-06T09:00Z',
            occursAt: '2027-09-06T10:00:00+01:00',
            duration: null,
            lateSale: null,
            counterPlaces: null,
            capacity: 20,
            ...plain,
            name: null,
          },
        ],
      },
    ]);
    expect(feed.products[0]?.tickets).toMatchObject([{ event: '10105', dateAccess: false, tag: null }]);
    expect(feed.products[0]?.offers).toMatchObject([
      { date: '2027-09-05', price: '0.00', capacity: null },
      { date: '2027-09-06', price: '0.00', capacity: null },
    ]);
  });

  it('makes it its own session if it has no sub-events', () => {
    for (const event of [talk, { ...talk, subEvent: [] }, { ...talk, subEvent: null }]) {
      expect(sessionsOf(event)).toMatchObject([
        { key: 'a-talk', occursAt: '2027-09-05T13:30:00+01:00', name: null, capacity: null },
      ]);
    }
  });

  it('accepts one event as the whole document, a list of documents, or a graph with other things', () => {
    const context = { '@context': 'https://schema.org' };
    expect(read({ ...context, ...talk }).events).toHaveLength(1);
    expect(
      read([
        { ...context, ...talk },
        {
          ...context,
          '@graph': [
            { ...talk, name: 'Second' },
            { ...talk, name: 'Third' },
          ],
        },
      ]).events,
    ).toHaveLength(3);
    expect(read(document({ '@type': 'Organization' }, talk)).events).toHaveLength(1);
  });

  it('accepts any kind of event, in any spelling of schema.org', () => {
    for (const type of [
      'TheaterEvent',
      'schema:MusicEvent',
      ['Thing', 'https://schema.org/ExhibitionEvent'],
      'Festival',
    ]) {
      expect(read(document({ ...talk, '@type': type })).events).toHaveLength(1);
    }
    const spellings = [
      'http://schema.org',
      'https://schema.org/',
      'https://www.schema.org',
      ['https://schema.org', { geo: 'x:y' }],
      { '@vocab': 'http://schema.org/' },
    ];
    for (const context of spellings) {
      expect(read({ ...talk, '@context': context }).events).toHaveLength(1);
    }
  });

  it('reads texts in several languages, including the catalogue’s own', () => {
    const name = [
      { '@value': 'Tides', '@language': 'en-GB' },
      { '@value': 'Marées ', '@language': 'fr' },
    ];
    expect(read(document({ ...talk, name })).events[0]?.name).toEqual({ en: 'Tides', fr: 'Marées' });
    expect(errorsOf(document({ ...talk, name: name[1] }))).toEqual(['$["@graph"][0].name']);
  });

  it.each([
    ['an address', 'https://example.org/a.jpg'],
    ['a list', ['https://example.org/a.jpg', 'https://example.org/b.jpg']],
    ['an object with a contentUrl', { '@type': 'ImageObject', contentUrl: 'https://example.org/a.jpg' }],
    ['an object with a url', [{ '@type': 'ImageObject', url: ['https://example.org/a.jpg'], width: 9 }]],
    ['a value object', { '@value': 'https://example.org/a.jpg' }],
  ])('has the first picture, also without its size: %s', (_, image) => {
    const size = { width: 1200, height: 800 };
    expect(read(document({ ...talk, image })).events[0]?.image).toEqual({
      contentUrl: 'https://example.org/a.jpg',
      ...size,
      alternative: { en: 'A talk' },
    });
    expect(warningsOf(document({ ...talk, image }))).toContainEqual(
      expect.stringContaining('1200 × 800 are assumed'),
    );
  });

  it('keeps a picture with a size, and skips the others', () => {
    const picture = { '@type': 'ImageObject', contentUrl: 'https://example.org/a.jpg' };
    const image = [
      'https://example.org/b.jpg',
      picture,
      { ...picture, width: { value: 600 }, height: '400 px' },
    ];
    expect(read(document({ ...talk, image })).events[0]?.image).toEqual({
      contentUrl: 'https://example.org/a.jpg',
      width: 600,
      height: 400,
      alternative: { en: 'A talk' },
    });
    const script = { contentUrl: 'javascript:alert(1)', width: 1, height: 1 };
    expect(read(document({ ...talk, image: script })).events[0]?.image).toBeNull();
  });

  it('has several pictures, and those of its place, with whom they name', () => {
    const size = { width: 600, height: 400 };
    const url = (name: string) => `https://example.org/${name}.jpg`;
    const credited = { '@type': 'ImageObject', contentUrl: url('b'), ...size, creditText: 'Ada Marin' };
    const location = { '@type': 'Place', name: 'Hall', image: { ...credited, caption: 'The hall' } };
    const [event] = read(document({ ...talk, image: [url('a'), credited], location })).events;
    expect(event?.image).toMatchObject({ contentUrl: url('b') });
    expect(event?.images).toMatchObject([
      { contentUrl: url('b'), ...size, credit: 'Ada Marin' },
      { contentUrl: url('a'), width: 1200, height: 800, credit: null },
    ]);
    expect(event?.venue?.images).toMatchObject([
      { contentUrl: url('b'), credit: 'Ada Marin', alternative: { en: 'The hall' } },
    ]);
    const one = { ...credited, creditText: undefined };
    expect(read(document({ ...talk, image: one })).events[0]?.images ?? []).toEqual([]);
  });

  it.each([
    ['The hall', { name: 'The hall', address: '' }],
    [
      { '@type': 'Place', address: '1 High Street' },
      { name: '1 High Street', address: '1 High Street' },
    ],
    [
      {
        name: 'Hall',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '1 quai',
          postalCode: 49000,
          addressLocality: 'Angers',
          addressCountry: { name: 'France' },
        },
      },
      { name: 'Hall', address: '1 quai, 49000 Angers, France' },
    ],
    [
      { name: 'Hall', address: ', Hall, , 1 quai,' },
      { name: 'Hall', address: 'Hall, 1 quai' },
    ],
    [[{ '@type': 'VirtualLocation', url: 'https://x.org' }, { name: 'Hall' }], { name: 'Hall', address: '' }],
    [
      { '@type': 'VirtualLocation', url: 'https://x.org' },
      { name: 'Online', address: '' },
    ],
    [
      { '@type': 'VirtualLocation', name: 'Live stream' },
      { name: 'Live stream', address: '' },
    ],
    [undefined, null],
  ])('has a venue from %j', (location, venue) => {
    expect(read(document({ ...talk, location })).events[0]?.venue).toEqual(venue);
  });

  it.each([
    [{}, null, []],
    [{ '@type': 'MusicEvent', inLanguage: 'fr' }, 'music', ['fr']],
    [{ '@type': ['Event', 'TheaterEvent'], inLanguage: ['en-GB', 'en', 'de'] }, 'theatre', ['en', 'de']],
    [{ inLanguage: { '@type': 'Language', name: 'Dutch', alternateName: 'nl' } }, null, ['nl']],
    [{ inLanguage: 'Klingon' }, null, []],
  ])('has a category and languages from %j', (members, category, languages) => {
    const [event] = read(document({ ...talk, ...members })).events;
    expect(event).toMatchObject({ category, languages });
  });
});

const programme = join(process.cwd(), '../shared/data/open-house-2021.jsonld');

describe('a real programme', () => {
  it.skipIf(!existsSync(programme))('is read completely, with the same result each time', () => {
    const readAgain = (): ParsedFeed => read(JSON.parse(readFileSync(programme, 'utf8')) as unknown);
    const feed = readAgain();
    const sessions = feed.events.flatMap((event) => event.sessions);
    expect(feed.events).toHaveLength(87);
    expect(feed.products).toHaveLength(87);
    expect(sessions).toHaveLength(327);
    expect(sessions.filter(({ capacity }) => capacity !== null)).toHaveLength(215);
    expect(sessions.filter(({ remaining }) => remaining === 0)).toHaveLength(1);
    expect(sessions.filter(({ description }) => description !== null)).toHaveLength(327);
    expect(repeatedKeys(feed)).toEqual([]);
    expect(readAgain()).toEqual(feed);
    for (const product of feed.products) {
      const event = feed.events.find(({ key }) => key === product.tickets[0]?.event);
      const days = new Set(event?.sessions.map(({ occursAt }) => occursAt.slice(0, 10)));
      expect(product.offers.map(({ date }) => date)).toEqual([...days].sort());
      expect(new Set(product.offers.map(({ price }) => price))).toEqual(new Set(['0.00']));
    }
  });
});

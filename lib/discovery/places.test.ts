import { describe, expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import type { Event, Position } from '../contract/event';
import type { ListedBooking, ListedCatalog, ListedEvent } from './listing';
import { countPlaces, nearestFirst, placesNamed, placesOf } from './places';

const now = new Date('2026-11-28T12:00:00Z');
const catalog: ListedCatalog = { id: 'a', name: 'Open house', lang: undefined, timezone: 'Europe/Paris' };

let count = 0;

/** An event at a venue; `day`: the only day on which it can be booked. */
function at(venue: Event['venue'], day = '2026-12-01', change: Partial<ListedBooking> = {}): ListedEvent {
  count += 1;
  const name = `Event ${count}`;
  const event: Event = {
    '@id': `/v1/${name}`,
    '@type': 'TicketingEvent',
    id: name,
    name,
    description: '',
    venue,
  };
  const days = [{ first: day, last: day }];
  return {
    catalog,
    event,
    booking: {
      status: 'on_sale',
      days,
      nextSessionAt: `${day}T20:00:00+01:00`,
      fromPrice: '12.00',
      nextAvailableQuantity: null,
      productIds: [],
      ...change,
    },
  };
}

const quay: Position = { latitude: 47.4027, longitude: -0.9598 };
const shifted = (metres: number): Position => ({ ...quay, latitude: quay.latitude + metres / 111_195 });
const venue = (name: string, address = '', position: Position | null = null) => ({ name, address, position });
const names = (events: readonly ListedEvent[]) => placesOf(events, now, 'fr').map(({ name }) => name);

describe('events are at one place', () => {
  it('if names differ only in accents, case and punctuation', () => {
    const events = [
      at(venue('Théâtre de l’Écluse', '1 quai')),
      at(venue("theatre de l'ecluse", '1, Quai')),
      at(venue('Théâtre de l’Écluse ', '')),
    ];
    expect(placesOf(events, now, 'fr')).toMatchObject([
      { name: 'Théâtre de l’Écluse', address: '1 quai', events: { length: 3 } },
    ]);
    expect(countPlaces(events)).toBe(1);
  });

  it('if their positions are a house apart, but not a street', () => {
    const near = [at(venue('Quay', 'A', quay)), at(venue('Quay', 'B', shifted(140)))];
    expect(countPlaces(near)).toBe(1);
    const far = [at(venue('Quay', 'A', quay)), at(venue('Quay', 'A', shifted(170)))];
    expect(countPlaces(far)).toBe(2);
  });

  it('if only one of them has a position, and the addresses agree', () => {
    const events = [at(venue('Quay', '1 quai')), at(venue('Quay', '1 quai', quay))];
    expect(placesOf(events, now, 'fr')).toMatchObject([{ position: quay }]);
    expect(countPlaces([at(venue('Quay', '1 quai')), at(venue('Quay', '2 quai', quay))])).toBe(2);
  });

  it('but not if they have other names, also at one position', () => {
    expect(names([at(venue('Tower', '', quay)), at(venue('Mill', '', quay))])).toEqual(['Mill', 'Tower']);
  });

  it('by its address, if it has no name; without a venue it is at none', () => {
    const events = [
      at(venue('', '1 quai')),
      at(null),
      at(undefined),
      at(venue(' ', '')),
      at(venue('日本', '')),
    ];
    expect(names(events).sort()).toEqual(['1 quai', '日本']);
  });
});

it('places are sorted as their language does, numbers by value', () => {
  const events = ['Studio 10', 'Zebra', 'Élan', 'Studio 9', 'Eden'].map((name) => at(venue(name)));
  expect(names(events)).toEqual(['Eden', 'Élan', 'Studio 9', 'Studio 10', 'Zebra']);
});

it('the next event comes first, and what is over comes last', () => {
  const over = { status: 'over', days: [], nextSessionAt: null } as const;
  const ofDays = [
    at(venue('Quay'), '', over),
    at(venue('Quay'), '2026-12-24'),
    at(venue('Quay'), '2026-11-28'),
    // Past: no day that can be booked.
    at(venue('Quay'), '2026-11-27'),
  ];
  const [place] = placesOf(ofDays, now, 'fr');
  expect(place?.events.map(({ day, booking }) => day ?? booking?.status)).toEqual([
    '2026-11-28',
    '2026-12-24',
    'on_sale',
    'over',
  ]);
});

it('from a place, the nearest come first, and those without a position last', () => {
  const events = [
    at(venue('A', 'x')),
    at(venue('B', '', shifted(5000))),
    at(venue('C', '', quay)),
    at(venue('D')),
  ];
  const sorted = nearestFirst(placesOf(events, now, 'fr'), quay);
  expect(sorted.map(({ name }) => name)).toEqual(['C', 'B', 'A', 'D']);
  expect(sorted.map(({ distance }) => distance && Math.round(distance))).toEqual([0, 5000, null, null]);
});

describe('a visitor names a place', () => {
  const places = placesOf(
    [
      at(venue('Musée Lormeau', '3 quai des Indienneurs, 49999 Saint-Elme')),
      at(venue('Musée Lormeau, jardin', '5 quai des Indienneurs')),
      at(venue('Théâtre de l’Écluse', '1 place de l’Écluse')),
    ],
    now,
    'fr',
  );
  it.each([
    ['musee lormeau', ['Musée Lormeau']],
    ['jardin musée', ['Musée Lormeau, jardin']],
    ['MUSEE', ['Musée Lormeau', 'Musée Lormeau, jardin']],
    ['ecl', ['Théâtre de l’Écluse']],
    ['saint elme', ['Musée Lormeau']],
    ['indienneurs', ['Musée Lormeau', 'Musée Lormeau, jardin']],
    ['opera', []],
    ['!?', []],
  ])('%s', (text, found) => {
    expect(placesNamed(places, text).map(({ name }) => name)).toEqual(found);
  });
});

it('takes little time for 5,000 events, also of one name', () => {
  const spread = (index: number): Position => ({ latitude: 40 + index / 500, longitude: (index * 7) % 180 });
  for (const name of [(index: number) => `Place ${index}`, () => 'Town hall']) {
    const events = Array.from({ length: 5_000 }, (_, index) => at(venue(name(index), '', spread(index))));
    expect(relativeTime(() => expect(countPlaces(events)).toBe(5_000))).toBeLessThan(20);
  }
});

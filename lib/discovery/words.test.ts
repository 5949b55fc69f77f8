import { describe, expect, it } from 'vitest';
import type { Event } from '../contract/event';
import type { ListedBooking, ListedCatalog, ListedEvent } from './listing';
import { search } from './search';
import { searchIndex } from './search-index';

// A Saturday.
const now = new Date('2026-11-28T12:00:00Z');
const saturday = '2026-11-28';
const sunday = '2026-11-29';
const catalog: ListedCatalog = { id: 'a', name: 'City', lang: undefined, timezone: 'Europe/Paris' };

interface Change extends Partial<Omit<Event, '@id'>> {
  readonly lang?: string;
  readonly day?: string;
  readonly parts?: ListedBooking['daysByPart'];
  readonly price?: string;
}

function listed(
  name: string,
  { lang, day = sunday, parts, price = '12.00', ...change }: Change = {},
): ListedEvent {
  const days = [{ first: day, last: day }];
  return {
    catalog: { ...catalog, lang },
    event: { '@id': `/v1/${name}`, '@type': 'TicketingEvent', id: name, name, description: '', ...change },
    booking: {
      status: 'on_sale',
      days,
      daysByPart: parts ?? { morning: [], afternoon: days, evening: [] },
      nextSessionAt: `${day}T14:00:00+01:00`,
      fromPrice: price,
      nextAvailableQuantity: null,
      productIds: [],
    },
  };
}

async function find(events: readonly ListedEvent[], q: string, language = 'en') {
  const listing = { catalogs: [catalog], events, complete: true };
  return search({ listing, index: await searchIndex(listing, language), criteria: { q }, now }, 1);
}
const names = async (events: readonly ListedEvent[], q: string, language?: string) =>
  (await find(events, q, language)).events.map(({ event }) => event.name);

describe('a word for a day, a part of it, a price or an audience', () => {
  const evening = (day: string) => ({
    morning: [{ first: day, last: day }],
    afternoon: [],
    evening: [{ first: day, last: day }],
  });
  const events = [
    listed('Harbour by boat', { day: saturday, price: '0.00' }),
    listed('Boat to the island', { day: saturday }),
    listed('Night on the boat', { day: saturday, parts: evening(saturday) }),
    listed('Puppets', { category: 'family' }),
    listed('Drawing', { description: 'For children from six.', price: '0.00' }),
    listed('Saturday Night Fever'),
    listed('Free jazz', { description: 'Parking is free on Saturday.' }),
    listed('Sunset', { parts: evening(sunday) }),
  ];

  it.each([
    ['boat saturday free', ['Harbour by boat']],
    ['boat saturday', ['Boat to the island', 'Harbour by boat', 'Night on the boat']],
    ['boat saterday', ['Boat to the island', 'Harbour by boat', 'Night on the boat']],
    ['tonight', ['Night on the boat']],
    ['heute abend', ['Night on the boat']],
    // What has the word in its name comes first, and needs nothing else of it.
    ['saturday', ['Saturday Night Fever', 'Harbour by boat', 'Boat to the island', 'Night on the boat']],
    ['saturday night', ['Saturday Night Fever', 'Night on the boat']],
    ['saturday night fever', ['Saturday Night Fever']],
    ['free jazz', ['Free jazz']],
    ['free', ['Free jazz', 'Harbour by boat', 'Drawing']],
    ['gratuit dimanche', ['Drawing']],
    ['sunday evening', ['Sunset']],
    ['kids', ['Puppets', 'Drawing']],
    ['free kids', ['Drawing']],
    ['family', ['Puppets']],
    ['free saturday or sunday', ['Harbour by boat', 'Drawing', 'Free jazz']],
  ])('%s', async (q, expected) => {
    expect((await names(events, q)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['wheelchair', ['Hall']],
    ['step free', ['Hall', 'Garden']],
    ['wheelchair hall', ['Hall']],
    ['under 10 euros', ['Garden', 'Quay']],
    ['up to €8.50', ['Quay']],
    ['free', []],
    ['Gutschein', ['Present']],
    ['bon cadeau', ['Present']],
  ])('%s means a property', async (q, expected) => {
    const present = listed('Present', { price: '25.00' });
    const all = [
      listed('Hall', { accessibility: ['wheelchair_places', 'step_free'] }),
      listed('Garden', { accessibility: ['step_free'], price: '9.99' }),
      listed('Quay', { description: 'Le Bac', price: '8.50' }),
      { ...present, booking: present.booking && { ...present.booking, giftCard: true } },
    ];
    expect((await names(all, q)).sort()).toEqual([...expected].sort());
  });

  it('puts names that have it first', async () => {
    expect((await names(events, 'saturday'))[0]).toBe('Saturday Night Fever');
    expect((await names(events, 'free'))[0]).toBe('Free jazz');
  });

  it('shows the day that it means', async () => {
    const found = await find([listed('Walk', { day: sunday })], 'sunday walk');
    expect(found.events.map(({ day }) => day)).toEqual([sunday]);
    const both = listed('Tides');
    const on = { ...both, booking: { ...both.booking, days: [{ first: saturday, last: '2026-12-31' }] } };
    expect((await find([on as ListedEvent], 'friday')).events.map(({ day }) => day)).toEqual(['2026-12-04']);
  });

  it('shows the first day on which something begins in the part of the day that it means', async () => {
    const parts = { morning: [], afternoon: [], evening: [{ first: sunday, last: sunday }] };
    const walk = listed('Walk', { day: saturday, parts });
    const daily = { ...walk.booking, days: [{ first: saturday, last: sunday }] };
    const all = [{ ...walk, booking: daily as ListedBooking }];
    const shown = async (q: string) => (await find(all, q)).events.map(({ day, part }) => [day, part]);
    expect(await shown('evening')).toEqual([[sunday, 'evening']]);
    expect(await shown('sunday evening')).toEqual([[sunday, 'evening']]);
    expect(await shown('walk')).toEqual([[saturday, undefined]]);
  });

  it('is said with the words that are left without it', async () => {
    expect((await find(events, 'boat on Saturday free')).understood).toEqual({
      text: 'boat',
      withoutText: 'Saturday free',
      terms: [
        { meanings: [{ kind: 'day', value: 'saturday' }], without: 'boat free' },
        { meanings: [{ kind: 'price', value: '0' }], without: 'boat on Saturday' },
      ],
    });
  });

  it('is named if nothing is found with it, beside the next day', async () => {
    expect(await find(events, 'boat monday')).toMatchObject({
      total: 0,
      nearestWords: { without: 'monday', q: 'boat', count: 3 },
      nextDay: null,
    });
    expect(await find(events, 'puppets on saturday')).toMatchObject({
      nearestWords: { without: 'puppets', q: 'on saturday', count: 4 },
      nextDay: { day: sunday, q: 'puppets' },
    });
    expect(await find(events, 'saturday evening puppets')).toMatchObject({
      nextDay: { day: sunday, q: 'puppets' },
    });
  });
});

describe('compound and related words', () => {
  const inEnglish = [listed('The lock keeper'), listed('Boat trip'), listed('Organ concert')];
  const inGerman = [
    listed('Der Schleusenwärter'),
    listed('Bootsfahrt'),
    listed('Orgelkonzert'),
    listed('Manifest', { description: 'Ein Text.' }),
  ];
  const joined = [listed('Lockkeeper'), listed('Lock'), listed('Keeper of bees')];

  it.each<[string, ListedEvent[], string, string[]]>([
    ['lockkeeper', inEnglish, 'en', ['The lock keeper']],
    ['lock keeper', joined, 'en', ['Lockkeeper']],
    ['lock-keeper', joined, 'en', ['Lockkeeper']],
    ['the lockkeeper', inEnglish, 'en', ['The lock keeper']],
    ['Bootsfahrt', inEnglish, 'en', ['Boat trip']],
    ['boat', inGerman, 'de', ['Bootsfahrt']],
    ['boat trip', inGerman, 'de', ['Bootsfahrt']],
    ['Fahrt', inGerman, 'de', ['Bootsfahrt']],
    ['Konzert', inGerman, 'de', ['Orgelkonzert']],
    ['musique', inGerman, 'de', ['Orgelkonzert']],
    ['concerto', inEnglish, 'en', ['Organ concert']],
    ['Fest', inGerman, 'de', []],
    // The texts of a catalogue may be in another language than the page.
    ['Konzert', [listed('Orgelkonzert', { lang: 'de' })], 'en', ['Orgelkonzert']],
    ['croisière', [listed('Tidal estuary', { category: 'boat' })], 'en', ['Tidal estuary']],
  ])('%s', async (q, events, language, expected) => {
    expect(await names(events, q, language)).toEqual(expected);
  });

  it('come in the order of days or prices if that is asked for', async () => {
    const events = [
      listed('Boat', { day: sunday, price: '9.00' }),
      listed('Boat trip', { day: saturday, price: '12.00' }),
      listed('Harbour', { day: saturday, price: '8.00', description: 'By boat.' }),
    ];
    const inOrder = async (sort?: 'date' | 'price') => {
      const listing = { catalogs: [catalog], events, complete: true };
      const index = await searchIndex(listing, 'en');
      return search({ listing, index, criteria: { q: 'boat', sort }, now }, 1).events.map(
        ({ event }) => event.name,
      );
    };
    expect(await inOrder()).toEqual(['Boat trip', 'Boat', 'Harbour']);
    expect(await inOrder('date')).toEqual(['Boat trip', 'Harbour', 'Boat']);
    expect(await inOrder('price')).toEqual(['Harbour', 'Boat', 'Boat trip']);
  });

  it('come after texts that have the word itself', async () => {
    const events = [listed('Cruise'), listed('Boat')];
    expect(await names(events, 'boat')).toEqual(['Boat', 'Cruise']);
    expect(await names(events, 'cruise')).toEqual(['Cruise', 'Boat']);
  });
});

describe('a place', () => {
  const events = [
    listed('Tower', { venue: { name: 'The Tower', address: '1 Tower Hill, London EC3N 4AB' } }),
    listed('Atelier', { venue: { name: 'Atelier', address: '5 rue du Port, 75011 Paris, Bastille' } }),
    listed('Mill', { venue: { name: 'Molen', address: 'Kade 4, 1012AB Amsterdam' } }),
  ];

  it.each([
    ['EC3N', ['Tower']],
    ['ec3n 4ab', ['Tower']],
    ['EC3N4AB', ['Tower']],
    ['75011', ['Atelier']],
    ['bastille', ['Atelier']],
    ['1012', ['Mill']],
    ['1012 ab', ['Mill']],
    ['1012AB', ['Mill']],
    ['7501', ['Atelier']],
    ['75012', []],
  ])('is found by district or postcode: %s', async (q, expected) => {
    expect(await names(events, q)).toEqual(expected);
  });
});

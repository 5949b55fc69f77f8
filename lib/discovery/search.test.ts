import { beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../contract/event';
import type { Criteria } from './criteria';
import type { ListedBooking, ListedCatalog, ListedEvent, Listing } from './listing';
import { eventsPerPage, search, type SearchResult } from './search';
import { searchIndex, type SearchIndex } from './search-index';

// A Saturday.
const now = new Date('2026-11-28T12:00:00Z');
const paris: ListedCatalog = { id: 'a', name: 'Musée Lormeau', lang: undefined, timezone: 'Europe/Paris' };
// There it is already Sunday.
const apia: ListedCatalog = { id: 'b', name: 'Island stage', lang: 'en', timezone: 'Pacific/Apia' };

function listed(
  name: string,
  { catalog = paris, ...change }: Partial<Omit<Event, '@id'>> & { catalog?: ListedCatalog } = {},
  booking: Partial<ListedBooking> | null = {},
): ListedEvent {
  const event: Event = {
    '@id': `/v1/${name}`,
    '@type': 'TicketingEvent',
    id: name,
    name,
    description: '',
    ...change,
  };
  const day = '2026-11-28';
  return {
    catalog,
    event,
    booking: booking && {
      status: 'on_sale',
      days: [{ first: day, last: day }],
      nextSessionAt: `${day}T20:00:00+01:00`,
      fromPrice: '12.00',
      nextAvailableQuantity: null,
      productIds: [],
      ...booking,
    },
  };
}

const days = (first: string, last = first) => [{ first, last }];
const events = [
  listed('Élégie pour le soir', {
    category: 'music',
    // As issuers write it; an address has it without the spaces.
    venue: { name: 'Grande  salle ', address: '1 quai, Angers' },
  }),
  listed(
    'The lock keeper',
    { category: 'theatre', languages: ['en', 'fr'], accessibility: ['hearing_loop'] },
    {
      days: days('2026-12-01', '2026-12-31'),
      nextSessionAt: '2026-12-01T19:00:00+01:00',
      fromPrice: '8.50',
    },
  ),
  listed(
    'Collections',
    { venue: { name: 'Musée', address: '' } },
    {
      days: days('2026-11-28', '2027-03-01'),
      nextSessionAt: null,
      fromPrice: '0.00',
    },
  ),
  listed('Sold out evening', {}, { status: 'sold_out', days: [], nextSessionAt: null, fromPrice: null }),
  listed('Past', {}, { status: 'over', days: [], nextSessionAt: null, fromPrice: null }),
  listed(
    'Fishing songs',
    { catalog: apia, description: '<p>Songs of the <b>harbour</b>, cœur à cœur</p>' },
    {
      days: days('2026-11-29'),
      nextSessionAt: '2026-11-29T18:00:00+13:00',
      fromPrice: '60.00',
    },
  ),
];
const listing: Listing = { catalogs: [paris, apia], events, complete: true };
let index: SearchIndex;
beforeAll(async () => {
  index = await searchIndex(listing, 'en');
});

const find = (criteria: Criteria, page = 1) => search({ listing, index, criteria, now }, page);
const names = (criteria: Criteria) => find(criteria).events.map(({ event }) => event.name);

describe('a search for words', () => {
  it.each([
    ['elegie', ['Élégie pour le soir']],
    ['SOIR élégie', ['Élégie pour le soir']],
    ['elegei', ['Élégie pour le soir']],
    ['eleg', ['Élégie pour le soir']],
    ['grande salle', ['Élégie pour le soir']],
    ['lok keeper', []],
    ['kepeer', ['The lock keeper']],
    ['harbour', ['Fishing songs']],
    ['coeur', ['Fishing songs']],
    ['island', ['Fishing songs']],
    ['elegie harbour', []],
    ['p', ['Past', 'Élégie pour le soir']],
    ['😀', []],
    // The digits are those of an address.
    ['" OR 1=1 -- \u0000', ['Élégie pour le soir']],
  ])('%j finds %j', (q, expected) => {
    expect(names({ q }).sort()).toEqual([...expected].sort());
  });
});

it('a search for words shows names that begin with them first, then the sooner day', async () => {
  const on = (name: string, day: string, text = '') =>
    listed(name, { description: text }, { days: days(day), nextSessionAt: `${day}T20:00:00+01:00` });
  const sorted = [
    on('Blue, the Long Way Round', '2026-12-24', 'A long text about a walk along the river, and back.'),
    on('Blueprints', '2026-11-28'),
    on('Westminster with a London Blue Badge guide, on foot', '2026-12-01'),
    on('A Blue Badge tour', '2026-12-02'),
    on('The bluebells', '2026-11-28'),
    on('Harbour', '2026-11-28', 'Blue, blue, blue'),
  ];
  const shuffled = [...sorted].reverse();
  const other = {
    listing: { ...listing, events: shuffled },
    index: await searchIndex({ events: shuffled }, 'en'),
  };
  const found = search({ ...other, criteria: { q: 'blue' }, now }, 1);
  expect(found.events.map(({ event }) => event.name)).toEqual(sorted.map(({ event }) => event.name));
});

describe('filters', () => {
  it.each<[Criteria, string[]]>([
    [
      {},
      ['Collections', 'Élégie pour le soir', 'Fishing songs', 'The lock keeper', 'Sold out evening', 'Past'],
    ],
    [{ day: 'today' }, ['Collections', 'Élégie pour le soir', 'Fishing songs']],
    [{ day: 'tomorrow' }, ['Collections']],
    [{ day: 'weekend' }, ['Collections', 'Élégie pour le soir', 'Fishing songs']],
    [{ day: 'week' }, ['Collections', 'Élégie pour le soir', 'Fishing songs', 'The lock keeper']],
    [{ day: '2026-12-24' }, ['The lock keeper', 'Collections']],
    [{ from: '2026-12-31', until: '2027-06-01' }, ['The lock keeper', 'Collections']],
    [{ from: '2026-12-31' }, ['The lock keeper', 'Collections']],
    [{ from: '2027-01-01' }, ['Collections']],
    [{ from: '2020-01-01', until: '2026-11-28' }, ['Collections', 'Élégie pour le soir']],
    [{ until: '2026-11-29' }, ['Collections', 'Élégie pour le soir', 'Fishing songs']],
    [{ from: '2027-06-01', until: '2027-05-01' }, []],
    [{ until: '2026-11-01' }, []],
    [{ catalog: 'b' }, ['Fishing songs']],
    [{ place: 'Musée' }, ['Collections']],
    [{ place: 'Grande salle' }, ['Élégie pour le soir']],
    [{ category: 'theatre' }, ['The lock keeper']],
    [{ language: 'fr' }, ['The lock keeper']],
    [{ accessibility: 'hearing_loop' }, ['The lock keeper']],
    [{ price: '0' }, ['Collections']],
    [{ price: '10' }, ['Collections', 'The lock keeper']],
    [{ tickets: 'left' }, ['Collections', 'Élégie pour le soir', 'Fishing songs', 'The lock keeper']],
    [{ price: '20', day: 'today', q: 'soir' }, ['Élégie pour le soir']],
    [
      { sort: 'price' },
      ['Collections', 'The lock keeper', 'Élégie pour le soir', 'Fishing songs', 'Sold out evening', 'Past'],
    ],
  ])('%j leave %j', (criteria, expected) => {
    expect(names(criteria)).toEqual(expected);
  });

  it('show events by their next day, of those that were asked for', () => {
    const found = find({ day: '2026-12-24' }).events.map(({ event, day }) => [event.name, day]);
    expect(found).toEqual([
      ['The lock keeper', '2026-12-24'],
      ['Collections', '2026-12-24'],
    ]);
    expect(find({ price: '10' }).events.map(({ day }) => day)).toEqual(['2026-11-28', '2026-12-01']);
  });

  it('count what each choice would leave with the others as they are', () => {
    const { choices } = find({ day: 'today', category: 'music' });
    expect(choices.category).toEqual([{ value: 'music', count: 1 }]);
    expect(choices.day.map(({ count }) => count)).toEqual([1, 0, 1, 1]);
    expect(find({}).choices).toMatchObject({
      catalog: [
        { value: 'a', name: 'Musée Lormeau', count: 5 },
        { value: 'b', name: 'Island stage', lang: 'en', count: 1 },
      ],
      place: [
        { value: 'Grande salle', count: 1 },
        { value: 'Musée', count: 1 },
      ],
      price: [{ count: 1 }, { count: 2 }, { count: 3 }, { count: 3 }],
      tickets: [{ value: 'left', count: 4 }],
      language: [
        { value: 'en', count: 1 },
        { value: 'fr', count: 1 },
      ],
    });
  });
});

describe('a search that finds nothing', () => {
  it('says what is found without one of its criteria', () => {
    expect(find({ q: 'elegie', category: 'theatre' })).toMatchObject({
      total: 0,
      events: [],
      nearest: [
        { without: 'q', count: 1 },
        { without: 'category', count: 1 },
      ],
    });
    expect(find({ q: 'xyzxyz' }).nearest).toEqual([{ without: 'q', count: 6 }]);
  });

  it.each<[Criteria, SearchResult['nearestWords']]>([
    [{ q: 'songs xyzxyz' }, { without: 'xyzxyz', q: 'songs', count: 1 }],
    // The museum has five events.
    [{ q: 'lormeau & harbour' }, { without: 'harbour', q: 'lormeau', count: 5 }],
    [
      { q: 'lormeau harbour', category: 'theatre' },
      { without: 'harbour', q: 'lormeau', count: 1 },
    ],
    [{ q: 'lormeau soir harbour' }, { without: 'harbour', q: 'lormeau soir', count: 1 }],
    [{ q: 'xyzxyz & xyzxyz' }, null],
    [{ q: 'songs xyzxyz zyxzyx' }, null],
    [{ q: 'fishing songs' }, null],
    [{ category: 'food' }, null],
  ])('of %j says the word without which the most is found', (criteria, expected) => {
    expect(find(criteria).nearestWords).toEqual(expected);
  });

  it('says the next day on which something is found', () => {
    expect(find({ q: 'keeper', day: 'today' })).toMatchObject({
      total: 0,
      nextDay: { day: '2026-12-01', q: 'keeper' },
    });
    expect(find({ q: 'elegie', day: '2027-06-01' })).toMatchObject({ total: 0, nextDay: null });
    expect(find({ q: 'keeper' }).nextDay).toBeNull();
    expect(find({ q: 'keeper', until: '2026-11-29' }).nextDay?.day).toBe('2026-12-01');
    // No day follows a range without an end.
    expect(find({ q: 'elegie', from: '2027-06-01' })).toMatchObject({ total: 0, nextDay: null });
  });
});

it('shows one page, and the last one for a page that there is not', async () => {
  const many = Array.from({ length: eventsPerPage + 3 }, (_, number) => listed(`Walk ${number}`));
  const long = {
    listing: { ...listing, events: many },
    index: await searchIndex({ events: many }, 'en'),
    criteria: {},
    now,
  };
  expect(search(long, 1)).toMatchObject({ total: eventsPerPage + 3, page: 1, pages: 2 });
  expect(search(long, 2).events).toHaveLength(3);
  expect(search(long, 99)).toMatchObject({ page: 2 });
  expect(search(long, 0)).toMatchObject({ page: 1 });
});

it('lists the events of a server that tells no dates and prices', async () => {
  const plain = [listed('Tide tour', {}, null)];
  const found = search(
    {
      listing: { ...listing, events: plain },
      index: await searchIndex({ events: plain }, 'en'),
      criteria: {},
      now,
    },
    1,
  );
  expect(found).toMatchObject({ total: 1, events: [{ day: null, booking: null }] });
  expect(found.choices.day.every(({ count }) => count === 0)).toBe(true);
});

describe('a letter that a keyboard may not have', () => {
  const written = [
    'Müller',
    'Schoenberg',
    'Straßenfest',
    'Weisse Nacht',
    'Œuvre',
    'Århus',
    'Aalborg',
    'Tromsø',
    'Ton\u00adkunst',
  ];
  let letters: SearchIndex;
  beforeAll(async () => {
    letters = await searchIndex({ events: written.map((name) => listed(name)) }, 'en');
  });
  const best = (words: string) =>
    [...letters.search(words)].filter(([, score]) => score >= 1e6).map(([key]) => key);
  const keyOf = (name: string) => [...letters.search(name)].sort(([, a], [, b]) => b - a)[0]?.[0];

  it.each([
    ['Müller', ['Müller', 'Mueller', 'Muller', 'muell', 'Mül\u00adler']],
    ['Schoenberg', ['Schönberg', 'Schoenberg', 'schonberg']],
    ['Straßenfest', ['Strassenfest', 'STRASSENFEST', 'Straßenfest']],
    ['Weisse Nacht', ['Weiße', 'weisse\u00a0nacht']],
    ['Œuvre', ['oeuvre', 'œuvre']],
    ['Århus', ['Aarhus', 'Arhus']],
    ['Aalborg', ['Ålborg']],
    ['Tromsø', ['tromsoe', 'Tromsö']],
    ['Ton\u00adkunst', ['Tonkunst']],
  ])('is found in each spelling: %s', (name, typed) => {
    for (const words of typed) expect(best(words), words).toEqual([keyOf(name)]);
  });
});

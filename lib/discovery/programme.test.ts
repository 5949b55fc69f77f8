import { expect, it } from 'vitest';
import type { ListedBooking, ListedCatalog, ListedEvent } from './listing';
import { mostOfSection, programme } from './programme';
import { searchIndex } from './search-index';

const paris: ListedCatalog = { id: 'a', name: 'Musée Lormeau', lang: undefined, timezone: 'Europe/Paris' };
const apia: ListedCatalog = { id: 'b', name: 'Island stage', lang: 'en', timezone: 'Pacific/Apia' };

/** An event that is on from the first to the last day. */
function on(
  name: string,
  [first, last = first]: readonly string[],
  { catalog = paris, ...change }: Partial<ListedBooking> & { catalog?: ListedCatalog } = {},
): ListedEvent {
  const event = { '@id': `/v1/${name}`, '@type': 'TicketingEvent' as const, id: name, name, description: '' };
  return {
    catalog,
    event,
    booking: {
      status: 'on_sale',
      days: first === undefined ? [] : [{ first, last: last ?? first }],
      nextSessionAt: null,
      fromPrice: '8.00',
      nextAvailableQuantity: null,
      productIds: [],
      ...change,
    },
  };
}

/** Each section as its kind, its day, its total and the names of its events. */
async function sectionsOf(events: readonly ListedEvent[], now: string, catalogs = [paris]) {
  const listing = { catalogs, events, complete: true };
  const sections = programme({ listing, index: await searchIndex(listing, 'en') }, new Date(now));
  return sections.map(({ kind, day, total, events: shown }) => [
    kind,
    day,
    total,
    shown.map(({ event }) => event.name).join(', '),
  ]);
}

const friday = '2026-11-27T12:00:00Z';

it('shows what is on today, at the weekend and later, each event once', async () => {
  const events = [
    on('December', ['2026-12-01', '2026-12-31']),
    on('Every day', ['2026-11-27', '2027-03-01']),
    on('Sunday', ['2026-11-29']),
    on('Evening', ['2026-11-27'], { nextSessionAt: '2026-11-27T20:00:00+01:00' }),
    on('Sold out', [], { status: 'sold_out' }),
    on('Cancelled', [], { status: 'cancelled' }),
  ];
  expect(await sectionsOf(events, friday)).toEqual([
    ['today', '2026-11-27', 2, 'Every day, Evening'],
    ['weekend', null, 2, 'Sunday'],
    ['later', null, 3, 'December'],
  ]);
});

it('has no section for the weekend on its last day, and on the first one only what is not on today', async () => {
  const events = [
    on('Both days', ['2026-11-28', '2026-11-29']),
    on('Sunday', ['2026-11-29']),
    on('Monday', ['2026-11-30']),
  ];
  expect(await sectionsOf(events, '2026-11-28T12:00:00Z')).toEqual([
    ['today', '2026-11-28', 1, 'Both days'],
    ['weekend', null, 2, 'Sunday'],
    ['later', null, 3, 'Monday'],
  ]);
  expect((await sectionsOf(events, '2026-11-29T12:00:00Z')).map(([kind]) => kind)).toEqual([
    'today',
    'later',
  ]);
});

it('begins with the next day that has something if nothing is on today', async () => {
  const events = [
    on('Summer', ['2027-06-05']),
    on('Also then', ['2027-06-05', '2027-06-06']),
    on('Autumn', ['2027-09-01']),
  ];
  expect(await sectionsOf(events, friday)).toEqual([
    ['next', '2027-06-05', 2, 'Summer, Also then'],
    ['later', null, 3, 'Autumn'],
  ]);
});

it('says of a day that is another one elsewhere only that it is today', async () => {
  const events = [on('Here', ['2026-11-27']), on('There', ['2026-11-28'], { catalog: apia })];
  expect(await sectionsOf(events, friday, [paris, apia])).toEqual([['today', null, 2, 'Here, There']]);
  // An hour before noon in UTC both have the same day.
  expect((await sectionsOf(events, '2026-11-27T10:00:00Z', [paris, apia]))[0]).toEqual([
    'today',
    '2026-11-27',
    1,
    'Here',
  ]);
});

it('leaves nothing out where one venue has the day after already', async () => {
  const events = [on('Tomorrow here', ['2026-11-26']), on('Today there', ['2026-11-26'], { catalog: apia })];
  // A Wednesday here.
  expect(await sectionsOf(events, '2026-11-25T12:00:00Z', [paris, apia])).toEqual([
    ['today', null, 1, 'Today there'],
    ['later', null, 2, 'Tomorrow here'],
  ]);
});

it('changes with midnight at the venue', async () => {
  const events = [on('On Friday', ['2026-11-27']), on('On Saturday', ['2026-11-28'])];
  expect((await sectionsOf(events, '2026-11-27T22:59:00Z'))[0]).toEqual([
    'today',
    '2026-11-27',
    1,
    'On Friday',
  ]);
  expect((await sectionsOf(events, '2026-11-27T23:00:00Z'))[0]).toEqual([
    'today',
    '2026-11-28',
    1,
    'On Saturday',
  ]);
});

it('shows some of many events of a day, and says how many there are', async () => {
  const events = Array.from({ length: 20 }, (_, number) => on(`Tour ${number + 10}`, ['2026-11-27']));
  const [today, ...others] = await sectionsOf(events, friday);
  expect(today?.slice(0, 3)).toEqual(['today', '2026-11-27', 20]);
  expect(String(today?.[3]).split(', ')).toHaveLength(mostOfSection);
  expect(others).toEqual([]);
});

it('shows events whose days are not known, and nothing of a shop without events', async () => {
  const unknown = { ...on('Unknown', []), booking: null };
  expect(await sectionsOf([on('Over', [], { status: 'over' }), unknown], friday)).toEqual([
    ['other', null, 2, 'Unknown, Over'],
  ]);
  expect(await sectionsOf([], friday)).toEqual([]);
  expect(await sectionsOf([], friday, [])).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import type { EventDay } from '../../../contract/event-calendar';
import { type EventPage, loadEventPage } from './events';

const [catalogId, eventId] = [samples.id(1), samples.id(2)];
/** The same event without a calendar, without a day that can be booked, and without sessions. */
const [unlisted, closed, anyTime] = [samples.id(3), samples.id(4), samples.id(5)];
const own = `/v1/ticketing/catalogs/${catalogId}`;
const summaries = `${own}/event_summaries`;
const eventOf = (id: string) => ({
  '@id': `${own}/events/${id}`,
  '@type': 'TicketingEvent',
  id,
  name: 'Tide tour',
  description: '',
});
const onSale = { status: 'on_sale', fromPrice: '9.00', availableQuantity: 4, mayReturn: false } as const;
const soldOut = { status: 'sold_out', fromPrice: null, availableQuantity: 0, mayReturn: true } as const;
/** Each day has the times of its sessions with their names. */
const programme: Record<string, { state: typeof onSale | typeof soldOut; times: [string, string | null][] }> =
  {
    '2030-06-03': { state: soldOut, times: [['10:00', null]] },
    '2030-06-04': {
      state: onSale,
      times: [
        ['09:00', 'Tour'],
        ['10:00', 'Talk'],
        ['11:00', 'Tour'],
      ],
    },
    '2030-06-30': { state: onSale, times: [['23:30', null]] },
    '2030-08-02': { state: onSale, times: [['10:00', null]] },
  };
const days: EventDay[] = Object.entries(programme).map(([day, { state, times }]) => ({
  day,
  sessionCount: times.length,
  ...state,
}));
const sessions = Object.entries(programme).flatMap(([day, { times }], index) =>
  times.map(([time, name], number) => ({
    ...samples.session(100 * index + number + 10, `${day}T${time}:00+02:00`),
    name,
  })),
);

/** One for talks, and one for tours. */
const products = [801, 802].map((number) => ({
  '@id': `${own}/products/${samples.id(number)}`,
  '@type': 'TicketingProduct',
  id: samples.id(number),
  name: `Product ${number}`,
  description: '',
  productBase: null,
}));
const offers = products.map((product, index) => {
  const id = samples.id(901 + index);
  return {
    '@id': `${own}/offers/${id}`,
    '@type': 'TicketingOffer',
    id,
    date: '2030-06-04',
    availableQuantity: 4,
    realtimePriceRequired: false,
    product,
    tickets: [],
    price: {
      '@type': 'TicketingOfferPrice',
      amountInclTax: '9.00',
      originalAmountInclTax: '9.00',
      currency: 'EUR',
      syncAt: '2026-01-01T00:00:00+00:00',
    },
  };
});

function offersFor(query: URLSearchParams) {
  const session = sessions.find(({ id }) => id === query.get('session'));
  if (session !== undefined) return offers.slice(session.name === 'Talk' ? 0 : 1).slice(0, 1);
  return offers.filter(
    ({ product, date }) => product.id === query.get('product') && date === query.get('date'),
  );
}

function summaryOf(id: string) {
  const bookable = id === closed ? [] : ['2030-06-04', '2030-06-30', '2030-08-02'];
  return {
    '@id': `${summaries}/${id}`,
    '@type': 'TicketingEventSummary',
    id,
    event: eventOf(id),
    status: 'on_sale',
    days: bookable,
    nextSessionAt: sessions[1]?.occursAt ?? null,
    fromPrice: '9.00',
    availableQuantity: 12,
    products: products.map((one) => one['@id']),
    ...(id === unlisted ? {} : { calendar: `${summaries}/${id}/calendar` }),
  };
}

function respond(seen: WireRequest) {
  const { path, query } = seen;
  if (path === own) {
    return { body: { ...samples.catalog(), timezone: 'Europe/Paris', eventSummaries: summaries } };
  }
  if (path === `${own}/offers`) return collection(seen, offersFor(query), { filters: [] });
  const product = products.find((one) => one['@id'] === path);
  if (product !== undefined) return { body: product };
  const [, kind, id = '', part] = /\/(events|event_summaries)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (kind === 'events' && part === undefined) return { body: eventOf(id) };
  if (kind === 'event_summaries' && part === undefined) return { body: summaryOf(id) };
  if (part === 'calendar') {
    const [from, to] = [query.get('date[after]') ?? '', query.get('date[before]') ?? ''];
    const shown = id === anyTime ? days.map((one) => ({ ...one, sessionCount: 0 })) : days;
    const within = shown.filter(({ day }) => day >= from && day <= to);
    return {
      body: { '@id': path, '@type': 'TicketingEventCalendar', event: eventOf(id)['@id'], days: within },
    };
  }
  if (part !== 'sessions') return { status: 404, body: {} };
  const bound = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise;
  const [after, before] = [bound('occursAt[after]', -Infinity), bound('occursAt[strictly_before]', Infinity)];
  const found = sessions.filter(({ occursAt }) => {
    return id !== anyTime && Date.parse(occursAt) >= after && Date.parse(occursAt) < before;
  });
  const filters = ['occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
  return collection(seen, found, { filters });
}

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());

async function pageAt(query: Parameters<typeof loadEventPage>[2], id = eventId): Promise<EventPage> {
  const loaded = await loadEventPage('en', { catalogId, eventId: id }, query);
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
  return loaded.value;
}

/** The month, the days in it, the selected day with its times, and the day that was asked for instead. */
async function shownAt(query: Parameters<typeof loadEventPage>[2]) {
  const { shown, selected, times, skippedDay } = await pageAt(query);
  if (shown.kind !== 'month') throw new Error(shown.kind);
  return {
    month: shown.month,
    days: shown.days.map(({ day }) => Number(day.slice(8))),
    selected: selected?.day ?? null,
    times: times?.sessions.map(({ occursAt }) => occursAt.slice(11, 16)) ?? [],
    skippedDay,
  };
}

describe('the calendar of an event', () => {
  it('begins with the first day that can be booked', async () => {
    expect(await shownAt({})).toEqual({
      month: '2030-06',
      days: [3, 4, 30],
      selected: '2030-06-04',
      skippedDay: null,
      times: ['09:00', '10:00', '11:00'],
    });
  });

  it('knows how far it goes', async () => {
    const { shown } = await pageAt({});
    expect(shown).toMatchObject({ nextDay: '2030-06-04', hasEarlier: true, hasLater: true });
    expect((await pageAt({ month: '2030-08' })).shown).toMatchObject({ hasEarlier: true, hasLater: false });
  });

  it('shows two months, and as they are if they have no bookable day', async () => {
    expect(await shownAt({ month: '2030-07' })).toMatchObject({
      month: '2030-07',
      days: [2],
      selected: '2030-08-02',
    });
    const nothing = { days: [], selected: null, times: [], skippedDay: null };
    expect(await shownAt({ month: '2030-09' })).toEqual({ month: '2030-09', ...nothing });
    const { tickets, chosen } = await pageAt({ month: '2030-09' });
    expect([tickets, chosen]).toEqual([null, null]);
  });

  it('has a strip of days that begins with the first one that is left or sold out, or where the address says', async () => {
    const stripAt = async (query: Parameters<typeof loadEventPage>[2]) => {
      const { shown } = await pageAt(query);
      const { days: ofStrip, ...more } = shown.kind === 'month' ? shown.strip : { days: [] };
      return { days: ofStrip.map(({ day }) => day.slice(5)), ...more };
    };
    const later = { laterFrom: '2030-08-02' };
    expect(await stripAt({})).toEqual({ days: ['06-03', '06-04', '06-30'], earlierFrom: null, ...later });
    expect(await stripAt({ from: '2030-06-20', date: '2030-06-30' })).toEqual({
      days: ['06-30'],
      earlierFrom: '2030-06-06',
      ...later,
    });
    expect(await stripAt({ from: '2030-08-01' })).toEqual({
      days: ['08-02'],
      earlierFrom: '2030-07-18',
      laterFrom: null,
    });
  });

  it('shows the times of a day that is asked for, also of one that is sold out', async () => {
    const shown = { month: '2030-06', days: [3, 4, 30], skippedDay: null };
    expect(await shownAt({ date: '2030-06-03' })).toEqual({
      ...shown,
      selected: '2030-06-03',
      times: ['10:00'],
    });
    // This session begins on the next day in UTC+3, and on this one at the venue.
    expect(await shownAt({ date: '2030-06-30' })).toEqual({
      ...shown,
      selected: '2030-06-30',
      times: ['23:30'],
    });
  });

  it('goes on to the next day with something, in its own month; after the last one back to that', async () => {
    expect(await shownAt({ date: '2030-07-01' })).toMatchObject({
      month: '2030-08',
      selected: '2030-08-02',
      skippedDay: '2030-07-01',
    });
    expect(await shownAt({ date: '2031-01-01', month: '2031-01' })).toMatchObject({
      month: '2030-08',
      selected: '2030-08-02',
      skippedDay: '2031-01-01',
    });
    expect(await shownAt({ date: '2001-01-01' })).toMatchObject({
      month: '2030-06',
      selected: '2030-06-04',
      skippedDay: '2001-01-01',
    });
  });

  it('shows the month of the day that is asked for, unless it is the second of those in the address', async () => {
    expect(await shownAt({ date: '2030-08-02', month: '2030-07' })).toMatchObject({ month: '2030-07' });
    expect(await shownAt({ date: '2030-06-03', month: '2030-08' })).toMatchObject({
      month: '2030-06',
      selected: '2030-06-03',
      skippedDay: null,
    });
  });

  it.each(['2001-01', 'x', '2030-13', '9999-12'])('ignores the month %s', async (month) => {
    expect((await shownAt({ month })).month).toBe('2030-06');
  });

  it('shows one of several activities if it is asked for, otherwise all', async () => {
    const page = await pageAt({ activity: 'Tour' });
    expect([page.activities, page.activity]).toEqual([['Tour', 'Talk'], 'Tour']);
    expect((await shownAt({ activity: 'Tour' })).times).toEqual(['09:00', '11:00']);
    const others = await pageAt({ activity: '<b>' });
    expect([others.activity, others.times?.sessions.length]).toEqual([null, 3]);
    const time = sessions[2]?.occursAt;
    expect((await shownAt({ date: '2030-06-04', activity: 'Tour', time })).times).toEqual(['11:00']);
    // The only talk begins earlier.
    const late = await pageAt({ date: '2030-06-04', activity: 'Talk', time: sessions[3]?.occursAt });
    expect([late.times?.sessions.map(({ id }) => id), late.times?.from]).toEqual([[sessions[2]?.id], null]);
  });

  it('has the tickets of the first time with places, of an activity or of all', async () => {
    const ticketsAt = async (query: Parameters<typeof loadEventPage>[2]) => {
      const { tickets } = await pageAt(query);
      return [tickets?.session?.name, tickets?.types.map(({ offer, maximum }) => [offer.id, maximum])];
    };
    expect(await ticketsAt({})).toEqual(['Tour', [[samples.id(902), 4]]]);
    expect(await ticketsAt({ activity: 'Talk' })).toEqual(['Talk', [[samples.id(901), 4]]]);
  });

  it('of an event without sessions has the tickets of the day', async () => {
    const { tickets, chosen, selected } = await pageAt({}, anyTime);
    expect([chosen, selected?.day, tickets?.session]).toEqual([null, '2030-06-04', null]);
    expect(tickets?.types.map(({ offer }) => offer.id)).toEqual([samples.id(901), samples.id(902)]);
  });

  it('is a strip of days if the server tells no calendar, or nothing can be booked', async () => {
    expect((await pageAt({})).shown.kind).toBe('month');
    for (const id of [unlisted, closed]) expect((await pageAt({}, id)).shown.kind).toBe('strip');
  });
});

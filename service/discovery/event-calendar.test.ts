import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventCalendarSchema } from '@/lib/contract/event-calendar';
import { eventSummarySchema } from '@/lib/contract/event-summary';
import type { Feed } from '@/lib/contract/feed';
import { bothItem, hold, list, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let places: Places;
beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service, 5);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** The days of an event, by its English name, of a range if one is given. */
async function daysOf(event: string, range = '') {
  const catalogs = await list(service, '/v1/ticketing/catalogs');
  const summaries = await Promise.all(
    catalogs.map(async (one) => list(service, `${String(one['@id'])}/event_summaries`)),
  );
  const found = summaries
    .flat()
    .map((one) => eventSummarySchema.parse(one))
    .find((one) => one.event.name === event);
  const { status, body } = await service.call('GET', `${found?.calendar ?? ''}${range}`);
  expect(status).toBe(200);
  const calendar = eventCalendarSchema.parse(body);
  expect(calendar.event).toBe(found?.event['@id']);
  return calendar.days;
}

const day = (number: number) => `2027-06-0${number}`;
const free = { status: 'on_sale', fromPrice: '0.00', availableQuantity: null, mayReturn: false };

describe('the calendar of an event', () => {
  it('tells the price, what is left and the number of sessions of each day', async () => {
    expect(await daysOf('Boat')).toEqual(
      [1, 2, 3].map((number) => ({
        day: day(number),
        status: 'on_sale',
        sessionCount: 2,
        fromPrice: '20.00',
        availableQuantity: 10,
        mayReturn: false,
      })),
    );
    expect(await daysOf('Walk')).toEqual(
      [1, 2, 3].map((number) => ({ ...free, day: day(number), sessionCount: 1 })),
    );
    // One may come at any time of these days.
    expect((await daysOf('Museum')).map((one) => one.sessionCount)).toEqual([0, 0, 0]);
  });

  it('has only the days of a range', async () => {
    const daysWithin = async (range: string) => (await daysOf('Walk', range)).map((one) => one.day);
    expect(await daysWithin('?date[after]=2027-06-02&date[before]=2027-06-02')).toEqual([day(2)]);
    expect(await daysWithin('?date[strictly_after]=2027-06-02')).toEqual([day(3)]);
    expect(await daysWithin('?date=2027-06-02')).toEqual([day(2)]);
    expect(await daysWithin('?date=2027-06-02&date[after]=2027-06-03')).toEqual([]);
    expect(await daysWithin('?date[after]=2028-01-01')).toEqual([]);
  });

  it('follows what is held: units that may come back, and other prices', async () => {
    await hold(service, [bothItem(places, 5)]);
    expect((await daysOf('Boat'))[0]).toMatchObject({ availableQuantity: 5, mayReturn: false });
    await hold(service, [bothItem(places, 5, places.afternoon)]);
    const [first, second] = await daysOf('Boat');
    expect(first).toMatchObject({
      status: 'sold_out',
      sessionCount: 2,
      fromPrice: null,
      availableQuantity: 0,
      mayReturn: true,
    });
    expect(second).toMatchObject({ status: 'on_sale', availableQuantity: 10 });
  });

  it('tells why a day can not be booked', async () => {
    await importDays({
      cancelled: { status: 'cancelled' },
      postponed: { status: 'postponed' },
      not_on_sale: { saleStartsAt: '2027-05-01T00:00:00Z' },
      sold_out: { capacity: 0 },
      on_sale: {},
    });
    expect((await daysOf('States')).map(({ status, fromPrice }) => [status, fromPrice])).toEqual([
      ...['cancelled', 'postponed', 'not_on_sale', 'sold_out'].map((status) => [status, null]),
      ['on_sale', '9.00'],
    ]);
  });

  it('is missing for an event that does not exist', async () => {
    const catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
    const path = `${catalog}/event_summaries/${catalog.slice(-36)}/calendar`;
    expect((await service.call('GET', path)).status).toBe(404);
  });
});

type FeedSession = Feed['events'][number]['sessions'][number];

/** Imports an event with one session a day, each with another change. */
async function importDays(changes: Readonly<Record<string, Partial<FeedSession>>>): Promise<void> {
  const name = { en: 'States' };
  const days = Object.entries(changes).map(([key, change], index) => ({ key, change, date: day(index + 1) }));
  const body: Feed = {
    format: 'ticketing-feed/1',
    catalog: {
      key: 'states',
      name,
      language: 'en',
      timezone: 'Europe/Paris',
      issuer: { name: 'River line SA' },
    },
    events: [
      {
        key: 'states',
        name,
        sessions: days.map(({ key, date, change }) => ({
          key,
          occursAt: `${date}T10:00:00+02:00`,
          capacity: 10,
          ...change,
        })),
      },
    ],
    products: [
      {
        key: 'states',
        name,
        tickets: [{ key: 'states', name, event: 'states', dateAccess: false }],
        offers: days.map(({ date }) => ({ date, price: '9.00', capacity: null })),
      },
    ],
  };
  expect((await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' })).status).toBe(
    201,
  );
}

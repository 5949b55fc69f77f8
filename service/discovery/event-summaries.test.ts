import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Feed } from '@/lib/contract/feed';
import { eventSummarySchema } from '@/lib/contract/event-summary';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { bothItem, hold, list, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { dayRanges } from './summary-resource';

const days = ['2027-06-01/2027-06-03'];

let service: TestService;
let places: Places;
let catalog: string;
beforeAll(async () => {
  service = await startTestService();
  places = await openPlaces(service, 5);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** The summaries of a catalogue by the English names of their events. */
async function summariesOf(catalogPath: string) {
  const members = await list(service, `${catalogPath}/event_summaries`);
  const parsed = members.map((member) => eventSummarySchema.parse(member));
  return new Map(parsed.map((summary) => [summary.event.name, summary]));
}

describe('event summaries', () => {
  it('tell the days, the first session, the lowest price, what is left, and the products', async () => {
    const summaries = await summariesOf(catalog);
    expect([...summaries.keys()]).toEqual(['Boat', 'Museum', 'Walk']);
    expect(summaries.get('Boat')).toMatchObject({
      status: 'on_sale',
      days,
      daysByPart: { morning: days, afternoon: days, evening: [] },
      nextSessionAt: '2027-06-01T10:00:00+02:00',
      fromPrice: '20.00',
      availableQuantity: 30,
      nextAvailableQuantity: 5,
    });
    expect(summaries.get('Boat')?.products).toHaveLength(2);
    expect(summaries.get('Museum')).toMatchObject({
      status: 'on_sale',
      days,
      // At any time of a day: nobody says that it is open in the evening.
      daysByPart: { morning: days, afternoon: days, evening: [] },
      nextSessionAt: null,
      fromPrice: '36.00',
      availableQuantity: null,
      nextAvailableQuantity: null,
    });
    expect(summaries.get('Walk')).toMatchObject({
      status: 'on_sale',
      days,
      nextSessionAt: '2027-06-01T09:00:00+02:00',
      fromPrice: '0.00',
      availableQuantity: null,
      nextAvailableQuantity: null,
    });
  });

  it('are found at the address that the catalogue names, and each at its own', async () => {
    const { body } = await service.call('GET', catalog);
    expect(body).toMatchObject({ eventSummaries: `${catalog}/event_summaries` });
    const boat = (await summariesOf(catalog)).get('Boat');
    const own = await service.call('GET', boat?.['@id'] ?? '', { headers: { 'accept-language': 'fr' } });
    expect(own).toMatchObject({ status: 200, body: { id: boat?.id, event: { name: 'Bateau' }, days } });
    const unknown = await service.call('GET', `${catalog}/event_summaries/${catalog.slice(-36)}`);
    expect(unknown.status).toBe(404);
  });

  it('follow what is held, and sell nothing out that has another price', async () => {
    await hold(service, [bothItem(places, 5)]);
    const boat = (await summariesOf(catalog)).get('Boat');
    expect(boat).toMatchObject({ availableQuantity: 25, nextSessionAt: '2027-06-01T14:30:00+02:00', days });
  });

  it('have the part of the day in the time zone of the catalogue, of sessions with something left', async () => {
    const offers = [{ date: '2027-06-01', price: '9.00', capacity: null }];
    const evening = { occursAt: '2027-06-01T16:00:00Z' };
    const summaryOf = async (key: string, change: object) =>
      [...(await summariesOf(await importOnly(key, offers, change))).values()][0]?.daysByPart;
    expect(await summaryOf('evening', evening)).toEqual({
      morning: [],
      afternoon: [],
      evening: ['2027-06-01'],
    });
    expect(await summaryOf('evening-sold', { ...evening, capacity: 0 })).toMatchObject({ evening: [] });
  });

  it('are limited by the units of offers', async () => {
    const path = await importOnly('limited', [{ date: '2027-06-01', price: '9.00', capacity: 0 }], {});
    const [summary] = (await summariesOf(path)).values();
    expect(summary).toMatchObject({ status: 'sold_out', days: [], fromPrice: null, nextSessionAt: null });
  });

  it.each([
    ['sold_out', { capacity: 0 }],
    ['cancelled', { status: 'cancelled' }],
    ['postponed', { status: 'postponed' }],
    ['not_on_sale', { saleStartsAt: '2027-05-01T00:00:00Z' }],
    ['over', { occursAt: '2020-06-01T10:00:00+02:00' }],
  ] as const)('say %s of an event that can’t be booked', async (status, change) => {
    const path = await importOnly(status, [{ date: '2027-06-01', price: '9.00', capacity: null }], change);
    const [summary] = (await summariesOf(path)).values();
    expect(summary).toMatchObject({ status, days: [], fromPrice: null });
  });
});

/** Imports a catalogue with one event of one session; resolves to its path. */
async function importOnly(
  key: string,
  offers: Feed['products'][number]['offers'],
  session: Partial<Feed['events'][number]['sessions'][number]>,
): Promise<string> {
  const name = { en: key };
  const body: Feed = {
    format: 'ticketing-feed/1',
    catalog: { key, name, language: 'en', timezone: 'Europe/Paris', issuer: { name: 'River line SA' } },
    events: [
      {
        key,
        name,
        sessions: [{ key, occursAt: '2027-06-01T10:00:00+02:00', capacity: 10, ...session }],
      },
    ],
    products: [{ key, name, tickets: [{ key, name, event: key, dateAccess: false }], offers }],
  };
  const { status } = await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  expect(status).toBe(201);
  const found = (await list(service, '/v1/ticketing/catalogs')).find((one) => one['name'] === key);
  return String(found?.['@id']);
}

it('sessions that together have more places than 32 bits can tell are told like others', async () => {
  const body = boatAndMuseum({ boatCapacity: 2_000_000_000 });
  await service.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  const boat = (await summariesOf(catalog)).get('Boat');
  expect(boat).toMatchObject({
    availableQuantity: 2_147_483_647,
    nextAvailableQuantity: expect.any(Number) as number,
  });
  const { id = '' } = boat ?? {};
  const own = [
    '/event_summaries',
    '/events',
    '/products',
    '/offers',
    `/events/${id}/sessions`,
    `/offers?date=2027-06-01`,
  ];
  for (const path of [boat?.calendar ?? '', ...own.map((one) => `${catalog}${one}`)]) {
    const answer = await service.call('GET', path);
    expect([path, answer.status]).toEqual([path, 200]);
  }
});

describe('ranges of days', () => {
  it.each([
    [[], []],
    [['2027-02-28'], ['2027-02-28']],
    [['2027-02-27', '2027-02-28', '2027-03-01'], ['2027-02-27/2027-03-01']],
    [
      ['2027-02-28', '2027-03-02', '2027-03-03'],
      ['2027-02-28', '2027-03-02/2027-03-03'],
    ],
  ])('of %j are %j', (given, ranges) => {
    expect(dayRanges(given)).toEqual(ranges);
  });
});

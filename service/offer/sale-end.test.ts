import { afterAll, beforeAll, expect, it } from 'vitest';
import { list } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let catalog: string;
beforeAll(async () => {
  service = await startTestService();
  const feed = boatAndMuseum();
  for (const session of feed.events[0]?.sessions.slice(0, 1) ?? [])
    session.saleEndsAt = '2027-06-01T09:00:00+02:00';
  // On the second day both departures end earlier than they begin, and the last at noon of the day before.
  const [, , morning, afternoon] = feed.events[0]?.sessions ?? [];
  Object.assign(morning ?? {}, { saleEndsAt: '2027-06-01T09:00:00+02:00' });
  Object.assign(afternoon ?? {}, { saleEndsAt: '2027-06-01T12:00:00+02:00' });
  // The only departure of the walk on the third day is over for customers since 2020.
  Object.assign(feed.events[2]?.sessions[2] ?? {}, { saleEndsAt: '2020-01-01T12:00:00+01:00' });
  for (const offer of feed.products[0]?.offers.slice(0, 1) ?? [])
    offer.saleEndsAt = '2027-05-31T12:00:00+02:00';
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body: feed, organization: 'river' });
  expect(imported.status).toBe(201);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

it.each([
  // The offer's own end, which is before those of its sessions.
  ['Boat and museum', '2027-06-01', '2027-05-31T12:00:00+02:00'],
  // The latest end among its sessions.
  ['Boat and museum', '2027-06-02', '2027-06-01T12:00:00+02:00'],
  // A session without an end can be bought until it begins.
  ['Boat and museum', '2027-06-03', '2027-06-03T14:30:00+02:00'],
  ['Afternoon boat', '2027-06-01', '2027-06-01T14:30:00+02:00'],
  // It stays the same after it.
  ['Walk', '2027-06-03', '2020-01-01T12:00:00+01:00'],
])('of %s on %s the last can be bought until %s', async (product, day, end) => {
  const offers = await list(service, `${catalog}/offers?date=${day}`);
  expect(offers).toContainEqual(
    expect.objectContaining({
      saleEndsAt: end,
      product: expect.objectContaining({ name: product }) as unknown,
    }),
  );
});

it('a session says when its sale ends; null: not before it begins', async () => {
  const [boat] = await list(service, `${catalog}/events?name=boat`);
  const sessions = await list(service, `${String(boat?.['@id'])}/sessions`);
  const ends = sessions.map(({ saleEndsAt }) => saleEndsAt);
  expect(ends[0]).toBe('2027-06-01T09:00:00+02:00');
  expect(ends[1]).toBeNull();
});

it('each ticket of an offer names its event, also one for any time of the day', async () => {
  const offers = await list(service, `${catalog}/offers`);
  const ofOffers = await Promise.all(offers.map((offer) => list(service, `${String(offer['@id'])}/tickets`)));
  const tickets = ofOffers.flat();
  const events = await list(service, `${catalog}/events`);
  const paths = events.map((event) => event['@id']);
  for (const { event } of tickets) expect(paths).toContain(event);
  expect(tickets.some(({ dateAccess }) => dateAccess === true)).toBe(true);
});

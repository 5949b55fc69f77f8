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
  for (const offer of feed.products[0]?.offers.slice(0, 1) ?? [])
    offer.saleEndsAt = '2027-05-31T12:00:00+02:00';
  const imported = await service.call('POST', '/v1/ticketing/feeds', { body: feed, organization: 'river' });
  expect(imported.status).toBe(201);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(async () => {
  expect(service.surprises).toEqual([]);
  await service.close();
});

it('an offer says when its sale ends: without a limit, with its day at the venue', async () => {
  const offers = await list(service, `${catalog}/offers?order[date]=asc`);
  const ends = offers.map(({ saleEndsAt }) => saleEndsAt);
  expect(ends).toContain('2027-05-31T12:00:00+02:00');
  expect(ends).toContain('2027-06-03T00:00:00+02:00');
});

it('a session says when its sale ends; null: not before it begins', async () => {
  const [boat] = await list(service, `${catalog}/events?name=boat`);
  const sessions = await list(service, `${String(boat?.['@id'])}/sessions`);
  const ends = sessions.map(({ saleEndsAt }) => saleEndsAt);
  expect(ends[0]).toBe('2027-06-01T09:00:00+02:00');
  expect(ends.slice(1)).toEqual(ends.slice(1).map(() => null));
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

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Feed } from '@/lib/contract/feed';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { list } from '@/testing/ticketing-service/booking';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

// Two processes on one database: each keeps what it has read of the catalogue.

let server: TestServer;
let one: TestService;
let other: TestService;

beforeAll(async () => {
  server = await startPostgres();
  const databaseUrl = await server.createDatabase();
  [one, other] = [await startTestService({ databaseUrl }), await startTestService({ databaseUrl })];
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await one.close();
  await other.close();
  await server.stop();
});

async function importAs(name: string): Promise<void> {
  const feed = boatAndMuseum();
  const events = feed.events.map((event): Feed['events'][number] =>
    event.key === 'boat' ? { ...event, name: { en: name } } : event,
  );
  const body = { ...feed, catalog: { ...feed.catalog, name: { en: `${name} line` } }, events };
  const { status } = await one.call('POST', '/v1/ticketing/feeds', { body, organization: 'river' });
  expect([200, 201]).toContain(status);
}

/** The catalogue, its first event, and the list of the events, as a process answers them. */
async function namesOf(service: TestService) {
  const [catalog] = await list(service, '/v1/ticketing/catalogs');
  const path = String(catalog?.['@id']);
  const events = await list(service, `${path}/events`);
  const [first] = events;
  const read = async (address: string) =>
    ((await service.call('GET', address)).body as { name: string }).name;
  return [await read(path), await read(String(first?.['@id'])), String(first?.['name'])];
}

it('a change shows at once in the process that made it, and within a second in others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await importAs('Boat');
  const before = ['Boat line', 'Boat', 'Boat'];
  expect([await namesOf(one), await namesOf(other)]).toEqual([before, before]);
  await importAs('Ship');
  const after = ['Ship line', 'Ship', 'Ship'];
  expect(await namesOf(one)).toEqual(after);
  // What is kept is as old as it may be.
  expect(await namesOf(other)).toEqual(before);
  vi.advanceTimersByTime(1_001);
  expect(await namesOf(other)).toEqual(after);
  // However long nothing changes, it stays the same.
  vi.advanceTimersByTime(3_600_000);
  expect(await namesOf(other)).toEqual(after);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireRequest } from '@/testing/faults/wire';
import { midday } from '@/testing/midday';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import { loadEventPage } from './events';

const { timezone, today, at } = midday();
const [catalogId, museum, busy] = [samples.id(1), samples.id(2), samples.id(3)];
const own = `/v1/ticketing/catalogs/${catalogId}`;
const eventOf = (id: string) => ({
  '@id': `${own}/events/${id}`,
  '@type': 'TicketingEvent',
  id,
  name: 'Museum',
  description: '',
});
const summaryOf = (id: string) => `${own}/event_summaries/${id}`;
const onSale = { status: 'on_sale', fromPrice: '9.00', availableQuantity: 4, mayReturn: false };

/** What the service says about a session: its beginning, and the end of its sale. */
const session = (number: number, occursAt: string, saleEndsAt: string | null) => ({
  ...samples.session(number, occursAt),
  saleEndsAt,
});
const soldLate = session(10, at(-130), at(20));
const begun = session(11, at(-10), null);
const ended = session(12, at(-10), at(-5));
const toCome = session(13, at(30), null);
const sessionsOf = new Map([
  [museum, [soldLate, begun, ended, toCome]],
  [busy, [...Array.from({ length: 1_100 }, (_, index) => session(1_000 + index, at(-180), null)), toCome]],
]);

function respond(seen: WireRequest) {
  const { path } = seen;
  if (path === own)
    return { body: { ...samples.catalog(), timezone, eventSummaries: `${own}/event_summaries` } };
  if (path === `${own}/offers`) return collection(seen, [], { filters: [] });
  const id = [...sessionsOf.keys()].find((one) => path.includes(one)) ?? '';
  const event = eventOf(id);
  if (path === event['@id']) return { body: event };
  if (path === summaryOf(id)) {
    const dates = {
      days: [today],
      nextSessionAt: soldLate.occursAt,
      fromPrice: '9.00',
      availableQuantity: 4,
    };
    const body = { '@id': path, '@type': 'TicketingEventSummary', id, event, status: 'on_sale' };
    return { body: { ...body, ...dates, products: [], calendar: `${path}/calendar` } };
  }
  if (path === `${summaryOf(id)}/calendar`) {
    const days = [{ day: today, sessionCount: 2, ...onSale }];
    return { body: { '@id': path, '@type': 'TicketingEventCalendar', event: event['@id'], days } };
  }
  if (path !== `${event['@id']}/sessions`) return { status: 404, body: {} };
  const from = Date.parse(seen.query.get('occursAt[after]') ?? '') || 0;
  const found = (sessionsOf.get(id) ?? []).filter(({ occursAt }) => Date.parse(occursAt) >= from);
  const filters = ['page', 'itemsPerPage', 'occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
  return collection(seen, found, { filters });
}

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());

async function timesOf(eventId: string) {
  const loaded = await loadEventPage('en', { catalogId, eventId }, {});
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
  return loaded.value.times?.sessions.map(({ id }) => id);
}

it('the page of an event has the sessions that have begun and are still sold, and those to come', async () => {
  expect(await timesOf(museum)).toEqual([soldLate.id, toCome.id]);
});

it('and of a day with more sessions than are read, those of this hour and later', async () => {
  expect(await timesOf(busy)).toEqual([toCome.id]);
});

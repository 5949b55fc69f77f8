import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import { newRenderState, withRequestState } from '../../../runtime/request-state';
import { loadEventPage } from './events';

const [catalogId, eventId] = [samples.id(1), samples.id(2)];
const own = `/v1/ticketing/catalogs/${catalogId}`;
const event = {
  '@id': `${own}/events/${eventId}`,
  '@type': 'TicketingEvent',
  id: eventId,
  name: 'Tide tour',
  description: '',
};
const filters = ['page', 'itemsPerPage', 'occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
let begins: string[] = [];
let read: string[] = [];

function respond(seen: WireRequest) {
  if (seen.path === own) return { body: samples.catalog() };
  if (seen.path === event['@id']) return { body: event };
  if (seen.path !== `${event['@id']}/sessions`) return collection(seen, []);
  read.push(seen.query.get('occursAt[after]') ?? '');
  return collection(
    seen,
    begins.map((occursAt, index) => samples.session(10 + index, occursAt)),
    { filters },
  );
}

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());
beforeEach(() => {
  read = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** The times that the page shows, and until when it is the same. */
async function pageAt(now: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const state = newRenderState();
  const loaded = await withRequestState(state, () => loadEventPage('en', { catalogId, eventId }, {}));
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
  return {
    times: loaded.value.times?.sessions.map(({ occursAt }) => occursAt),
    sameUntil: new Date(state.sameUntil ?? NaN).toISOString(),
  };
}

// A timer of a database in this process, set while the date is replaced, stays due as far ahead as the date was: a day,
// which a timer of Node can hold.
const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);

it('an event shows the same until its next session begins, then without it', async () => {
  begins = [`${tomorrow}T09:00:00Z`, `${tomorrow}T09:10:00Z`, `${tomorrow}T11:00:00Z`];
  expect(await pageAt(`${tomorrow}T09:04:30Z`)).toEqual({
    times: begins.slice(1),
    sameUntil: `${tomorrow}T09:10:00.000Z`,
  });
  expect(await pageAt(`${tomorrow}T09:10:00Z`)).toEqual({
    times: begins.slice(2),
    sameUntil: `${tomorrow}T09:15:00.000Z`,
  });
  expect(new Set(read.filter((from) => from !== ''))).toEqual(new Set([`${tomorrow}T09:00:00.000Z`]));
});

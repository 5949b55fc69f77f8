import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type WireRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import type { Session } from '../../../contract/session';
import { type EventPage, loadEventPage } from './events';

const [catalogId, eventId] = [samples.id(1), samples.id(2)];
const own = `/v1/ticketing/catalogs/${catalogId}`;
const catalog = {
  '@id': own,
  '@type': 'TicketingCatalog',
  id: catalogId,
  name: 'Tidal Museum',
  language: 'en',
  languages: ['en'],
  timezone: 'Europe/Paris',
  firstImportedAt: '2026-01-01T00:00:00+00:00',
};
const event = {
  '@id': `${own}/events/${eventId}`,
  '@type': 'TicketingEvent',
  id: eventId,
  name: 'Tide tour',
  description: '',
};
const [longDay, nextDay, laterDay] = ['2030-06-01', '2030-06-02', '2030-06-05'];
const begin = Date.parse(`${longDay}T00:00:00+02:00`);
/** A session every eight seconds of one day, two at a time, and one four days later. */
const sessions = [
  ...Array.from({ length: 10_000 }, (_, i) =>
    samples.session(
      100 + i,
      `${new Date(begin + 7_200_000 + Math.floor(i / 2) * 16_000).toISOString().slice(0, 19)}+02:00`,
    ),
  ),
  samples.session(50_000, `${laterDay}T10:00:00+02:00`),
];
const filters = ['page', 'itemsPerPage', 'occursAt[after]', 'occursAt[strictly_before]', 'order[occursAt]'];
let asked = 0;

function respond(seen: WireRequest) {
  if (seen.path === own) return { body: catalog };
  if (seen.path === event['@id']) return { body: event };
  if (seen.path !== `${event['@id']}/sessions`) return { status: 404, body: {} };
  asked += 1;
  const bound = (name: string, otherwise: number) => Date.parse(seen.query.get(name) ?? '') || otherwise;
  const [from, end] = [bound('occursAt[after]', -Infinity), bound('occursAt[strictly_before]', Infinity)];
  const found = sessions.filter(({ occursAt }) => Date.parse(occursAt) >= from && Date.parse(occursAt) < end);
  return collection(seen, seen.query.get('order[occursAt]') === 'desc' ? found.reverse() : found, {
    filters,
  });
}

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());
beforeEach(() => (asked = 0));

async function pageAt(query: Parameters<typeof loadEventPage>[2]): Promise<EventPage> {
  const loaded = await loadEventPage('en', { catalogId, eventId }, query);
  if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
  return loaded.value;
}

function stripOf({ shown }: Pick<EventPage, 'shown'>) {
  if (shown.kind !== 'strip') throw new Error(shown.kind);
  return shown;
}

const momentsOf = (shown: readonly Pick<Session, 'occursAt'>[] = []) =>
  shown.map(({ occursAt }) => Date.parse(occursAt));

describe('a day with ten thousand sessions', () => {
  it('is shown a hundred at a time, with links to later times and to the next day with sessions', async () => {
    const { selected, times, ...page } = await pageAt({});
    const { days, laterFrom } = stripOf(page);
    expect([days.map(({ day }) => day), selected?.day, laterFrom]).toEqual([[longDay], longDay, laterDay]);
    expect([times?.sessions.length, times?.from]).toEqual([100, null]);
    expect(momentsOf(times?.sessions)).toEqual(momentsOf(sessions.slice(0, 100)));
    expect(times?.laterFrom).toBe(sessions[100]?.occursAt);
    expect(asked).toBeLessThan(15);
  });

  it('is shown page after page, each from the moment that the previous page named', async () => {
    const shown: string[] = [];
    let time: string | undefined = sessions[9_600]?.occursAt;
    for (let page = 0; time !== undefined && page < 10; page += 1) {
      const { times, selected }: EventPage = await pageAt({ date: longDay, time });
      expect(selected?.day).toBe(longDay);
      shown.push(...(times?.sessions ?? []).map(({ id }) => id));
      time = times?.laterFrom ?? undefined;
    }
    expect(shown).toEqual(sessions.slice(9_600, 10_000).map(({ id }) => id));
  });

  it('does not hide the days after it', async () => {
    expect(stripOf(await pageAt({ from: nextDay })).days.map(({ day }) => day)).toEqual([laterDay]);
    const skipped = await pageAt({ date: nextDay });
    expect([skipped.selected?.day, skipped.skippedDay]).toEqual([laterDay, nextDay]);
    expect(stripOf(await pageAt({ from: laterDay })).earlierFrom).toBe(longDay);
    expect(asked).toBeLessThan(60);
  });

  it('leads back to the last day when a day after all sessions is asked for', async () => {
    for (const query of [{ date: '2031-01-01' }, { from: '2031-01-01' }]) {
      const page = await pageAt(query);
      expect([page.selected?.day, page.skippedDay]).toEqual([laterDay, '2031-01-01']);
      expect(stripOf(page).earlierFrom).toBe(longDay);
    }
  });

  it('is shown from its beginning when the time in the URL does not belong to it', async () => {
    for (const time of ['x', '2001-01-01T00:00:00Z', `${laterDay}T10:00:00+02:00`]) {
      expect((await pageAt({ date: longDay, time })).times?.from).toBeNull();
    }
  });
});

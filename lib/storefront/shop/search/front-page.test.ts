import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import { loadCatalogPage, loadPublicPaths, loadSearch } from './discovery';
import { loadFrontPage } from './front-page';

// Two catalogues with one event each, on every day; the lists of some of them fail.

const catalogs = [samples.catalog(1), samples.catalog(2)].map((catalog) => ({
  ...catalog,
  timezone: 'Europe/Paris',
  eventSummaries: `${catalog['@id']}/event_summaries`,
}));
const failing = new Set<string>();
const calls: string[] = [];

function summaryOf(catalog: string, name: string) {
  const id = samples.id(9);
  const event = { '@id': `${catalog}/events/${id}`, '@type': 'TicketingEvent', id, name, description: '' };
  return {
    '@id': `${catalog}/event_summaries/${id}`,
    '@type': 'TicketingEventSummary',
    id,
    event,
    status: 'on_sale',
    days: ['2020-01-01/2099-12-31'],
    nextSessionAt: null,
    fromPrice: '9.00',
    availableQuantity: null,
    products: [],
  };
}

const respond: AnswerRequest = (seen) => {
  calls.push(seen.path);
  if (seen.path === '/v1/ticketing/catalogs') return collection(seen, catalogs);
  const own = catalogs.find(({ eventSummaries }) => eventSummaries === seen.path);
  if (own !== undefined && failing.has(own.name)) return { status: 500, body: {} };
  if (own !== undefined) return collection(seen, [summaryOf(own['@id'], `Event of ${own.name}`)]);
  const one = catalogs.find((catalog) => catalog['@id'] === seen.path);
  return one === undefined ? { status: 404, body: {} } : { body: one };
};

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());

it('is made of one list of catalogues, and of one list of events of each', async () => {
  expect(await loadFrontPage('de')).toMatchObject({
    kind: 'loaded',
    value: {
      catalogs: [{ name: 'Catalogue 1' }, { name: 'Catalogue 2' }],
      quick: [{ value: 'today' }, { value: 'tomorrow' }, { value: 'weekend' }],
      programme: {
        unread: [],
        sections: [{ kind: 'today', parameters: { day: 'today' }, total: 2, events: [{}, {}] }],
      },
    },
  });
  const lists = ['/v1/ticketing/catalogs', ...catalogs.map(({ eventSummaries }) => eventSummaries)];
  expect([...new Set(calls)].sort()).toEqual(lists.sort());
  const before = calls.length;
  await loadFrontPage('de');
  expect(calls.length - before).toBe(0);
});

it('shows what the other catalogues have if one does not answer, and so does the search', async () => {
  failing.add('Catalogue 1');
  expect(await loadFrontPage('fr')).toMatchObject({
    kind: 'loaded',
    value: {
      catalogs: [{ name: 'Catalogue 1' }, { name: 'Catalogue 2' }],
      programme: { unread: ['Catalogue 1'], sections: [{ events: [{ name: 'Event of Catalogue 2' }] }] },
    },
  });
  expect(await loadSearch('fr', {})).toMatchObject({
    value: { unread: ['Catalogue 1'], events: [{ name: 'Event of Catalogue 2' }] },
  });
  // Neither an empty catalogue, nor addresses that are gone.
  expect(await loadCatalogPage('fr', samples.id(1), {})).toEqual({ kind: 'unavailable', busy: false });
  expect(await loadPublicPaths('fr')).toEqual({ kind: 'unavailable', busy: false });
  expect(await loadCatalogPage('fr', samples.id(2), {})).toMatchObject({
    value: { search: { unread: [], total: 1 } },
  });
});

it('has at least the catalogues if the events of none can be read', async () => {
  for (const { name } of catalogs) failing.add(name);
  expect(await loadFrontPage('es')).toMatchObject({
    kind: 'loaded',
    value: { catalogs: [{ name: 'Catalogue 1' }, { name: 'Catalogue 2' }], programme: null },
  });
});

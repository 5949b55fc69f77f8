import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerRequest } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { startStorefront } from '@/testing/storefront/start-storefront';
import { accentOf } from '../../common/catalogue/accent';
import { loadCatalogPage, loadSearch } from '../search/discovery';
import { loadFrontPage } from '../search/front-page';
import { loadEventPage } from '../event/events';
import { loadOfferPage } from '../../common/offer/offers';
import { loadProductPage } from '../offer/products';

// A server with the fields of the specification and no others (§2.2 to §2.8): its catalogues have only a
// name, because the specification does not show how the other attributes are called.
const [catalogId, eventId, offerId, productId] = [1, 2, 3, 4].map(samples.id);
const catalogs = '/v1/ticketing/catalogs';
const own = `${catalogs}/${catalogId ?? ''}`;
const catalog = {
  '@id': own,
  '@type': 'TicketingCatalog',
  id: catalogId,
  name: 'Tidal Museum',
  supportedLanguage: 'fr',
  firstImport: '2026-01-01T00:00:00+00:00',
};
const event = {
  '@id': `${own}/events/${eventId ?? ''}`,
  '@type': 'TicketingEvent',
  id: eventId,
  name: 'Tide tour',
  description: '',
};
const day = '2030-06-01';
// In the far west it is still the evening before when it is morning in UTC.
const evening = samples.session(10, `${day}T20:30:00-09:00`);
const abroad = samples.session(11, `${day}T21:00:00-08:00`);
const product = {
  '@id': `${own}/products/${productId ?? ''}`,
  '@type': 'TicketingProduct',
  id: productId,
  name: 'Adult',
  description: '',
};
const ticket = {
  '@id': `${own}/offers/${offerId ?? ''}/tickets/${samples.id(5)}`,
  '@type': 'TicketingOfferTicket',
  id: samples.id(5),
  name: 'Tour',
  description: '',
};
const offer = {
  '@id': `${own}/offers/${offerId ?? ''}`,
  '@type': 'TicketingOffer',
  id: offerId,
  date: day,
  availableQuantity: null,
  realtimePriceRequired: false,
  price: {
    '@type': 'TicketingOfferPrice',
    amountInclTax: '9.00',
    originalAmountInclTax: '9.00',
    currency: 'EUR',
    syncAt: '2030-01-01T00:00:00+00:00',
  },
  product,
  tickets: [ticket],
};

const respond: AnswerRequest = (seen) => {
  const lists: Record<string, unknown[]> = {
    [catalogs]: [catalog],
    [`${own}/events`]: [event],
    [`${own}/products`]: [product],
    [`${own}/offers`]: [offer],
    [`${own}/events/${eventId ?? ''}/sessions`]: [evening, abroad],
    [`${own}/offers/${offerId ?? ''}/tickets`]: [{ ...ticket, dateAccess: false, sessions: [evening] }],
  };
  const things = [catalog, event, product, offer, evening, abroad];
  const list = lists[seen.path];
  if (list !== undefined) return collection(seen, list, { filters: ['page', 'itemsPerPage'] });
  const thing = things.find((one) => one['@id'] === seen.path);
  return thing === undefined ? { status: 404, body: {} } : { body: thing };
};

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startStorefront(respond);
});
afterAll(() => stop());

const place = { catalogId: catalogId ?? '', eventId: eventId ?? '' };

describe('a server whose catalogues have only what the specification shows', () => {
  it('has its catalogues listed, in an unknown language', async () => {
    const own = {
      id: catalogId,
      name: 'Tidal Museum',
      timezone: undefined,
      lang: undefined,
      languages: [],
      accent: accentOf({ id: catalogId ?? '' }),
    };
    expect(await loadFrontPage('en')).toMatchObject({
      kind: 'loaded',
      value: {
        catalogs: [own],
        // No day of its event is known.
        programme: { unread: [], sections: [{ kind: 'other', day: null, events: [{ name: 'Tide tour' }] }] },
      },
    });
    expect(await loadCatalogPage('en', place.catalogId, {})).toMatchObject({
      kind: 'loaded',
      value: {
        catalog: { name: 'Tidal Museum', accent: accentOf({ id: catalogId ?? '' }) },
        search: { events: [{ name: 'Tide tour', booking: null }] },
        products: [{ name: 'Adult' }],
      },
    });
    expect(await loadSearch('en', { q: 'tides' })).toMatchObject({
      kind: 'loaded',
      value: { total: 1, events: [{ name: 'Tide tour', day: null }] },
    });
  });

  it('has its sessions shown on their own days, according to their UTC offsets', async () => {
    const loaded = await loadEventPage('en', place, { session: evening.id });
    expect(loaded).toMatchObject({
      kind: 'loaded',
      value: {
        shown: { kind: 'strip', days: [{ day, openCount: 2, closedAs: null }] },
        selected: { day },
        zone: 'UTC-08:00, UTC-09:00',
        chosen: { day, description: '', offers: [{ id: offerId }] },
      },
    });
  });

  it('has its offers shown in the time zone of their sessions', async () => {
    const loaded = await loadOfferPage(
      'en',
      { catalogId: place.catalogId, offerId: offerId ?? '' },
      { withOtherDays: false },
    );
    expect(loaded).toMatchObject({ kind: 'loaded', value: { zone: 'UTC-09:00', maximum: 10 } });
    const found = await loadProductPage('en', { catalogId: place.catalogId, productId: productId ?? '' }, {});
    expect(found).toMatchObject({ kind: 'loaded', value: { month: '2030-06', days: [{ day }] } });
  });
});

import { describe, expect, it } from 'vitest';
import type { Session } from '../../../contract/session';
import type { ListedBooking } from '../../../discovery/listing';
import type { EventPage } from './events';
import { eventData, scriptJson } from './structured-data';

const shop = new URL('https://shop.test');
const cancelled: Session = {
  '@id': '/v1/s',
  '@type': 'TicketingSession',
  id: 's',
  occursAt: '2027-06-01T10:00:00+02:00',
  duration: null,
  availableQuantity: 0,
  status: 'cancelled',
};
const booking: ListedBooking = {
  status: 'on_sale',
  days: [{ first: '2027-06-02', last: '2027-06-03' }],
  nextSessionAt: null,
  fromPrice: '9.00',
  nextAvailableQuantity: null,
  productIds: [],
};

function page(change: Partial<EventPage> = {}): EventPage {
  const position = { latitude: 47.4, longitude: -0.96 };
  return {
    catalog: {
      id: 'c',
      name: 'Museum',
      timezone: 'Europe/Paris',
      lang: undefined,
      languages: [],
      accent: 'pine',
      issuer: undefined,
    },
    event: {
      id: 'e',
      name: 'Blue',
      excerpt: 'A colour',
      isShort: true,
      lead: '',
      sanitizedHtml: '',
      picture: null,
      venue: { name: 'Museum', address: '3 quay', position },
      gallery: [],
      isArrivalWindow: false,
      languages: [],
      accessibility: [],
      meetingPoint: '',
      minimumAge: null,
      included: '',
    },
    shown: { kind: 'strip', days: [], earlierFrom: null, laterFrom: null },
    selected: null,
    times: null,
    skippedDay: null,
    activities: [],
    activity: null,
    tickets: null,
    dayOffers: [],
    chosen: null,
    zone: 'Europe/Paris',
    booking: null,
    products: [],
    ...change,
  };
}

describe('the data of an event for search engines', () => {
  it('says when, where, and from how much', () => {
    expect(eventData({ name: 'Tickets & More', url: shop }, 'fr', page({ booking }))).toMatchObject({
      '@type': 'Event',
      name: 'Blue',
      startDate: '2027-06-02',
      url: 'https://shop.test/fr/catalogs/c/events/e',
      location: {
        name: 'Museum',
        address: { streetAddress: '3 quay' },
        geo: { latitude: 47.4, longitude: -0.96 },
      },
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '9.00',
        availability: 'https://schema.org/InStock',
        seller: { name: 'Tickets & More' },
      },
    });
  });

  it('says that the next session is cancelled', () => {
    const selected = {
      day: '2027-06-01',
      openCount: 0,
      closedAs: 'cancelled',
      sessions: [cancelled],
    } as const;
    const data = eventData({ name: 'Tickets & More', url: shop }, 'en', page({ selected }));
    expect(data).toMatchObject({
      startDate: '2027-06-01T10:00:00+02:00',
      eventStatus: 'https://schema.org/EventCancelled',
    });
    const next = { ...booking, nextSessionAt: '2027-06-02T10:00:00+02:00' };
    expect(eventData({ name: 'Shop', url: shop }, 'en', page({ selected, booking: next }))).toMatchObject({
      startDate: '2027-06-02T10:00:00+02:00',
      eventStatus: 'https://schema.org/EventScheduled',
    });
  });

  it('is left out if nothing is to come', () => {
    expect(eventData({ name: 'Tickets & More', url: shop }, 'en', page())).toBeNull();
  });

  it('can’t end the script element that it is in', () => {
    const json = scriptJson({ name: '</script><script>alert(1)</script>' });
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
  });
});

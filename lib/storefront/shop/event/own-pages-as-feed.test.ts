import { describe, expect, it } from 'vitest';
import { catalog as ofFeed, readAtOnce } from '@/testing/ticketing-service/schema-org';
import type { Offer } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import type { EventPage } from './events';
import { eventData } from './structured-data';

const session = (id: string, occursAt: string, change: Partial<Session> = {}): Session => ({
  '@id': `/v1/${id}`,
  '@type': 'TicketingSession',
  id,
  occursAt,
  duration: 'PT90M',
  availableQuantity: null,
  status: 'on_sale',
  ...change,
});

const offer = (name: string, amount: string): Offer => ({
  '@id': `/v1/${name}`,
  '@type': 'TicketingOffer',
  id: name,
  date: '2027-06-01',
  availableQuantity: null,
  realtimePriceRequired: false,
  tickets: [],
  saleEndsAt: '2027-06-01T08:00:00+02:00',
  price: {
    '@type': 'TicketingOfferPrice',
    amountInclTax: amount,
    originalAmountInclTax: amount,
    currency: 'EUR',
    syncAt: '2027-05-01T00:00:00Z',
  },
  product: { '@id': `/v1/p/${name}`, '@type': 'TicketingProduct', id: name, name, description: '' },
});

const picture = { src: '/api/images/c/events/e', width: 1600, height: 900, alternative: 'A blue square' };

const page = (sessions: readonly Session[], dayOffers: readonly Offer[]): EventPage => ({
  catalog: {
    id: 'c',
    name: 'Museum',
    timezone: 'Europe/Paris',
    lang: undefined,
    languages: [],
    accent: 'pine' as const,
    issuer: undefined,
  },
  event: {
    id: 'e',
    name: 'Blue',
    excerpt: 'A colour',
    isShort: true,
    lead: '',
    sanitizedHtml: '',
    picture: { ...picture, credit: 'Ada Marin', focalPoint: null },
    venue: { name: 'Museum', address: '3 quay, Lyon', position: { latitude: 47.4, longitude: -0.96 } },
    gallery: [],
    isArrivalWindow: false,
    languages: [],
    accessibility: [],
    meetingPoint: '',
    minimumAge: null,
    included: '',
  },
  shown: { kind: 'strip', days: [], earlierFrom: null, laterFrom: null },
  selected: { day: '2027-06-01', openCount: sessions.length, closedAs: null, sessions },
  times: null,
  skippedDay: null,
  activities: [],
  activity: null,
  tickets: null,
  dayOffers,
  chosen: null,
  zone: 'Europe/Paris',
  products: [],
  booking: {
    status: 'on_sale',
    days: [{ first: '2027-06-01', last: '2027-06-01' }],
    fromPrice: '9.00',
    nextSessionAt: '2027-06-01T10:00:00+02:00',
    nextAvailableQuantity: null,
    productIds: [],
  },
});

/** The feed that our importer makes of the data of the page. */
function imported(shown: EventPage) {
  const data = eventData({ name: 'Shop', url: new URL('https://shop.test') }, 'en', shown);
  return readAtOnce(data, { ...ofFeed, timezone: 'Europe/Paris' });
}

describe('the page of an event, imported as a feed', () => {
  const sessions = [
    session('ten', '2027-06-01T10:00:00+02:00'),
    session('noon', '2027-06-01T12:00:00+02:00', { availableQuantity: 0 }),
    session('two', '2027-06-01T14:00:00+02:00', { availableQuantity: 0, status: 'cancelled' }),
    session('four', '2027-06-01T16:00:00+02:00', { availableQuantity: 9, status: 'not_on_sale' }),
    session('six', '2027-06-01T18:00:00+02:00', { availableQuantity: 7 }),
    session('eight', '2027-06-01T20:00:00+02:00', { availableQuantity: 300 }),
  ];

  it('is the same catalogue: event, place, sessions, prices and the end of the sale', () => {
    const result = imported(page(sessions, [offer('Adult', '18.00'), offer('Child', '9.00')]));
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { events, products } = result.feed;
    expect(events).toHaveLength(1);
    const position = { latitude: 47.4, longitude: -0.96 };
    expect(events[0]).toMatchObject({
      name: { en: 'Blue' },
      description: { en: 'A colour' },
      venue: { name: 'Museum', address: '3 quay, Lyon', position },
      languages: ['en'],
      image: {
        contentUrl: 'https://shop.test/api/images/c/events/e',
        width: 1600,
        height: 900,
        alternative: { en: 'A blue square' },
      },
    });
    const told = events[0]?.sessions.map(({ occursAt, duration, status, remaining = null }) => {
      return [occursAt, duration, status, remaining];
    });
    expect(told).toEqual([
      ['2027-06-01T10:00:00+02:00', 'PT90M', 'scheduled', null],
      ['2027-06-01T12:00:00+02:00', 'PT90M', 'scheduled', 0],
      ['2027-06-01T14:00:00+02:00', 'PT90M', 'cancelled', 0],
      ['2027-06-01T16:00:00+02:00', 'PT90M', 'scheduled', 0],
      ['2027-06-01T18:00:00+02:00', 'PT90M', 'scheduled', 7],
      // The pages tell customers only that more than twenty are left.
      ['2027-06-01T20:00:00+02:00', 'PT90M', 'scheduled', 21],
    ]);
    const prices = products.map(({ name, offers }) => [
      name['en'],
      offers.map(({ date, price, saleEndsAt }) => [date, price, saleEndsAt]),
    ]);
    const of = (price: string) => [['2027-06-01', price, '2027-06-01T06:00:00.000Z']];
    expect(prices).toEqual([
      [expect.stringContaining('Adult'), of('18.00')],
      [expect.stringContaining('Child'), of('9.00')],
    ]);
    // Who organises and sells, and at which address, is not part of a feed.
    expect(result.warnings.filter(({ message }) => !message.endsWith('is not read.'))).toEqual([]);
  });

  it('of a day with one session sells no more than it has, and no more at a price than that has', () => {
    const shown = page(
      [session('ten', '2027-06-01T10:00:00+02:00', { availableQuantity: 12 })],
      [
        { ...offer('Adult', '18.00'), availableQuantity: 12 },
        { ...offer('Box', '30.00'), availableQuantity: 2 },
      ],
    );
    const data = eventData({ name: 'Shop', url: new URL('https://shop.test') }, 'en', shown);
    expect(data).toMatchObject({ remainingAttendeeCapacity: 12 });
    const result = imported(shown);
    if (!result.ok) throw new Error(JSON.stringify(result.errors));
    const { events, products } = result.feed;
    expect(events[0]?.sessions.map(({ remaining }) => remaining)).toEqual([12]);
    const left = products.map(({ offers }) => offers.map(({ remaining }) => remaining));
    expect(left).toEqual([[null], [2]]);
  });

  it('of an event whose prices are not known sells nothing', () => {
    const result = imported(page(sessions, []));
    expect(result.ok && result.feed.products).toEqual([]);
  });
});

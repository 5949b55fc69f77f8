import { describe, expect, it } from 'vitest';
import { document, errorsOf, read, sessionsOf, unpricedTalk } from '@/testing/ticketing-service/schema-org';

const offer = { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' };
const stock = { '@type': 'QuantitativeValue', '@id': '#left', value: 5 };
const shared = { '@id': '#left' };
const adult = { ...offer, name: 'Adult', inventoryLevel: shared };
const child = { ...offer, name: 'Child', price: 6, inventoryLevel: shared };
const later = { ...unpricedTalk, startDate: '2027-09-06T13:30:00+01:00' };

describe('a stock that several offers share', () => {
  it.each([
    [document({ ...unpricedTalk, offers: [adult, child] }, stock)],
    [document({ ...unpricedTalk, offers: [{ ...adult, inventoryLevel: stock }, child] })],
    [
      document({
        ...unpricedTalk,
        offers: [
          { ...adult, inventoryLevel: stock },
          { ...child, inventoryLevel: stock },
        ],
      }),
    ],
    [
      document({
        ...unpricedTalk,
        offers: {
          '@type': 'AggregateOffer',
          inventoryLevel: 5,
          offers: [
            { ...offer, name: 'Adult' },
            { ...offer, name: 'Child' },
          ],
        },
      }),
    ],
  ])('of the only session is what that session has left: %j', (input) => {
    const { events, products } = read(input);
    expect(events[0]?.sessions).toMatchObject([{ remaining: 5 }]);
    expect(products.map(({ offers }) => offers[0]?.remaining)).toEqual([5, 5]);
  });

  it('is limited by the remaining places of the session', () => {
    const event = { ...unpricedTalk, remainingAttendeeCapacity: 3, offers: [adult, child] };
    expect(read(document(event, stock)).events[0]?.sessions).toMatchObject([{ remaining: 3 }]);
  });

  it.each([
    [
      'of which one has its own',
      document({ ...unpricedTalk, offers: [adult, child, { ...offer, name: 'Box' }] }, stock),
      '$["@graph"][1]',
    ],
    [
      'of several days',
      document({ ...unpricedTalk, offers: [adult], subEvent: [unpricedTalk, later] }, stock),
      '$["@graph"][1]',
    ],
    [
      'of several events',
      document({ ...unpricedTalk, offers: adult }, { ...later, offers: adult }, stock),
      '$["@graph"][2]',
    ],
    [
      'that differs at two places',
      document({
        ...unpricedTalk,
        offers: [
          { ...adult, inventoryLevel: stock },
          { ...child, inventoryLevel: { ...stock, value: 7 } },
        ],
      }),
      '$["@graph"][0].offers[1].inventoryLevel',
    ],
  ])('%s would be sold more than once: refused', (_, input, path) => {
    expect(errorsOf(input)).toEqual([path]);
  });

  it('is refused if an offer of several events has it', () => {
    const events = [unpricedTalk, later].map((event) => ({ ...event, offers: { '@id': '#offer' } }));
    const one = { ...offer, '@id': '#offer', inventoryLevel: 5 };
    expect(errorsOf(document(...events, one))).toEqual(['$["@graph"][2].inventoryLevel']);
  });

  it('is sold out everywhere when nothing is left', () => {
    const events = [unpricedTalk, later].map((event) => ({ ...event, offers: adult }));
    const feed = read(document(...events, { ...stock, value: 0 }));
    expect(feed.events.map(({ sessions }) => sessions[0]?.remaining)).toEqual([0, 0]);
  });
});

describe('stocks that are given twice', () => {
  it('of two equal offers, the smaller one is sold', () => {
    const few = { ...offer, inventoryLevel: 2 };
    for (const offers of [
      [few, offer],
      [offer, few],
      [few, { ...few, inventoryLevel: 7 }],
    ]) {
      const { products } = read(document({ ...unpricedTalk, offers }));
      expect(products[0]?.offers).toMatchObject([{ remaining: 2 }]);
    }
  });

  it('of an AggregateOffer and its offers, limit the sales together', () => {
    const aggregate = (inventoryLevel: number) => ({
      '@type': 'AggregateOffer',
      inventoryLevel,
      offers: [
        { ...adult, inventoryLevel: 4 },
        { ...child, inventoryLevel: 4 },
      ],
    });
    expect(sessionsOf({ ...unpricedTalk, offers: aggregate(8) })).toHaveLength(1);
    expect(errorsOf(document({ ...unpricedTalk, offers: aggregate(7) }))).toEqual([
      '$["@graph"][0].offers.inventoryLevel',
    ]);
  });
});

describe('remaining places that are written once for several sessions', () => {
  it('are refused, because each session would sell them', () => {
    const sessions = [unpricedTalk, later].map((event) => ({
      ...event,
      offers: offer,
      remainingAttendeeCapacity: shared,
    }));
    expect(errorsOf(document(...sessions, stock))).toEqual(['$["@graph"][2]']);
    expect(errorsOf(document(...sessions.slice(0, 1), stock))).toEqual([]);
  });
});

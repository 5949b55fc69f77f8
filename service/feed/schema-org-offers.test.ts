import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  sessionsOf,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const offer = { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' };
const aggregate = { '@type': 'AggregateOffer', priceCurrency: 'EUR' };
const adult = { ...offer, name: 'Adult' };
const child = { ...offer, name: 'Child', price: 6 };

/** The products made from offers, as `name price`. */
function productsOf(members: object): string[] {
  const { products } = read(document({ ...unpricedTalk, ...members }));
  return products.flatMap(({ name, offers }) => offers.map(({ price }) => `${name['en'] ?? ''} ${price}`));
}

const pathOf = (path: string) => `$["@graph"][0].offers${path}`;

describe('one price', () => {
  it.each([
    [{ offers: offer }, '12.50'],
    [{ offers: adult }, '12.50'],
    [{ offers: { ...offer, price: 7 } }, '7.00'],
    [{ offers: { ...offer, price: 12.5 } }, '12.50'],
    [{ offers: [offer, offer] }, '12.50'],
    [{ offers: { ...aggregate, lowPrice: '8.2', highPrice: 8.2 } }, '8.20'],
    [{ offers: { ...aggregate, price: 5 } }, '5.00'],
    [{ offers: { ...aggregate, lowPrice: 1, highPrice: 20, offers: [offer] } }, '12.50'],
    [{ offers: { '@type': 'Offer', priceSpecification: { price: 9, priceCurrency: 'EUR' } } }, '9.00'],
    [{ offers: { price: 0 } }, '0.00'],
    [{ offers: {}, isAccessibleForFree: 'True' }, '0.00'],
    [{ isAccessibleForFree: true }, '0.00'],
    [{ isAccessibleForFree: { '@id': 'https://schema.org/True' } }, '0.00'],
  ])('%j costs %s, and the product is called like the event', (members, price) => {
    expect(productsOf(members)).toEqual([`A talk ${price}`]);
  });

  it.each([
    [{ offers: 'free' }, '.offers'],
    [{ offers: [offer, { ...offer, price: -1 }] }, '.offers[1].price'],
    [{ offers: { ...offer, price: '12,50' } }, '.offers.price'],
    [{ offers: { ...offer, price: 12.505 } }, '.offers.price'],
    [{ offers: { ...offer, price: 1e21 } }, '.offers.price'],
    [{ offers: { ...offer, price: '9'.repeat(40) } }, '.offers.price'],
    [{ offers: { ...offer, priceCurrency: 'GBP' } }, '.offers.priceCurrency'],
    [{ offers: { price: 5 } }, '.offers.priceCurrency'],
    [{ offers: { ...aggregate, lowPrice: 5, highPrice: 5, priceCurrency: 'USD' } }, '.offers.priceCurrency'],
    [{ offers: { ...offer, validThrough: 'soon' } }, '.offers.validThrough'],
    [{ offers: { ...offer, inventoryLevel: -1 } }, '.offers.inventoryLevel'],
  ])('%j is an error at %s', (members, path) => {
    expect(errorsOf(document({ ...unpricedTalk, ...members }))).toEqual([`$["@graph"][0]${path}`]);
  });
});

describe('several prices', () => {
  it('become several products, with keys that do not depend on their order', () => {
    expect(productsOf({ offers: [adult, child] })).toEqual(['A talk, Adult 12.50', 'A talk, Child 6.00']);
    const keys = (...offers: object[]) =>
      read(document({ ...unpricedTalk, offers })).products.map(({ key }) => key);
    expect(keys(adult, child)).toEqual(['a-talk/adult', 'a-talk/child']);
    expect(keys(child, adult)).toEqual(['a-talk/child', 'a-talk/adult']);
  });

  it.each([
    [{ offers: [offer, { ...offer, price: 9 }] }, ['A talk, 12.50 EUR 12.50', 'A talk, 9.00 EUR 9.00']],
    [
      { offers: [adult, { ...adult, price: 10 }, child] },
      ['A talk, Adult, 12.50 EUR 12.50', 'A talk, Adult, 10.00 EUR 10.00', 'A talk, Child 6.00'],
    ],
    [
      { offers: { ...aggregate, lowPrice: 6, offers: [adult, child] } },
      ['A talk, Adult 12.50', 'A talk, Child 6.00'],
    ],
    [
      {
        offers: [
          { ...offer, category: 'Stalls' },
          { ...offer, category: 'Circle', price: 9 },
        ],
      },
      ['A talk, Stalls 12.50', 'A talk, Circle 9.00'],
    ],
  ])('%j', (members, products) => {
    expect(productsOf(members)).toEqual(products);
  });

  it('are named in each language of the event', () => {
    const name = [
      { '@value': 'Adult', '@language': 'en' },
      { '@value': 'Adulte', '@language': 'fr' },
    ];
    const event = [
      { '@value': 'Tides', '@language': 'en' },
      { '@value': 'Marées', '@language': 'fr' },
    ];
    const { products } = read(
      document({ ...unpricedTalk, name: event, offers: [{ ...adult, name }, child] }),
    );
    expect(products.map((product) => product.name)).toEqual([
      { en: 'Tides, Adult', fr: 'Marées, Adulte' },
      { en: 'Tides, Child', fr: 'Marées, Child' },
    ]);
    expect(products[0]?.tickets[0]?.name).toEqual({ en: 'Adult', fr: 'Adulte' });
  });

  it('of two equal offers are sold only when both allow it', () => {
    const early = { ...adult, validThrough: '2027-08-01T00:00:00Z' };
    const late = { ...adult, validThrough: '2027-08-15T00:00:00Z' };
    expect(sessionsOf({ ...unpricedTalk, offers: [late, early] })).toMatchObject([
      { saleEndsAt: '2027-08-01T00:00:00.000Z' },
    ]);
    expect(warningsOf(document({ ...unpricedTalk, offers: [late, early] }))).toHaveLength(1);
  });
});

describe('an unclear price is not charged:', () => {
  it.each([
    [{ ...aggregate, lowPrice: 8, highPrice: 20 }, ''],
    [{ ...aggregate, lowPrice: 8 }, ''],
    [{ ...aggregate, highPrice: 20 }, ''],
    [{ ...offer, valueAddedTaxIncluded: false }, '.valueAddedTaxIncluded'],
    [{ '@type': 'Offer', priceSpecification: { minPrice: 8, priceCurrency: 'EUR' } }, '.priceSpecification'],
  ])('%j is shown and not sold, with a warning', (offers, path) => {
    const feed = read(document({ ...unpricedTalk, offers }));
    expect(feed.events[0]?.sessions).toMatchObject([{ status: 'not_on_sale' }]);
    expect(feed.products).toEqual([]);
    const warnings = warningsOf(document({ ...unpricedTalk, offers }));
    expect(warnings.filter((warning) => warning.startsWith(`${pathOf(path)}: Not sold`))).toHaveLength(1);
  });

  it('while a clear price of the same event is sold', () => {
    expect(productsOf({ offers: [{ ...aggregate, lowPrice: 8, highPrice: 20 }, child] })).toEqual([
      'A talk 6.00',
    ]);
  });
});

describe('an event without a stated price is shown and not sold, and the others of its feed are sold:', () => {
  const web = 'https://example.org/tickets';
  it.each([
    [{}, '.offers'],
    [{ isAccessibleForFree: false }, '.offers'],
    [{ offers: [] }, '.offers'],
    [{ offers: { '@type': 'Offer', priceCurrency: 'EUR' } }, '.offers'],
    [{ offers: { '@type': 'Offer', url: web, availability: 'https://schema.org/InStock' } }, '.offers'],
    [{ offers: { ...aggregate, lowPrice: '$35' } }, '.offers.lowPrice'],
    [{ offers: { ...aggregate, lowPrice: 'a', highPrice: 20 } }, '.offers.lowPrice'],
    [
      { offers: { priceSpecification: { minPrice: 'from 5', maxPrice: 5 } } },
      '.offers.priceSpecification.minPrice',
    ],
  ])('%j', (members, path) => {
    const input = document(
      { ...unpricedTalk, ...members },
      { ...unpricedTalk, name: 'Other', offers: offer },
    );
    const { events, products } = read(input);
    expect(events.map(({ sessions }) => sessions.map(({ status }) => status))).toEqual([
      ['not_on_sale'],
      ['scheduled'],
    ]);
    expect(products.map(({ key }) => key)).toEqual(['other/admission']);
    const warnings = warningsOf(input).filter((warning) => warning.includes(': Not sold: '));
    expect(warnings).toEqual([expect.stringContaining(`$["@graph"][0]${path}: Not sold: `)]);
  });

  it('with one warning for all its sessions', () => {
    const subEvent = [unpricedTalk, { ...unpricedTalk, startDate: '2027-09-06T10:00:00Z' }];
    expect(sessionsOf({ ...unpricedTalk, subEvent })).toMatchObject([
      { status: 'not_on_sale' },
      { status: 'not_on_sale' },
    ]);
    expect(warningsOf(document({ ...unpricedTalk, subEvent }))).toHaveLength(1);
  });
});

describe('availability', () => {
  it.each([
    ['InStock', { status: 'scheduled', remaining: null }],
    ['https://schema.org/InStock', { status: 'scheduled', remaining: null }],
    ['http://schema.org/LimitedAvailability', { status: 'scheduled', remaining: null }],
    ['SoldOut', { status: 'scheduled', remaining: 0 }],
    [{ '@id': 'https://schema.org/SoldOut' }, { status: 'scheduled', remaining: 0 }],
    ['https://schema.org/OutOfStock', { status: 'scheduled', remaining: 0 }],
    ['Discontinued', { status: 'not_on_sale', remaining: null }],
    ['PreOrder', { status: 'not_on_sale', remaining: null }],
    ['schema:PreSale', { status: 'not_on_sale', remaining: null }],
    ['InStoreOnly', { status: 'not_on_sale', remaining: null }],
    ['yes', { status: 'not_on_sale', remaining: null }],
    [7, { status: 'not_on_sale', remaining: null }],
  ])('%j is %j', (availability, session) => {
    expect(sessionsOf({ ...unpricedTalk, offers: { ...offer, availability } })).toMatchObject([session]);
  });

  it('of an announced sale begins with the sale', () => {
    const announced = { ...offer, availability: 'PreOrder', validFrom: '2027-08-01T10:00:00+01:00' };
    expect(sessionsOf({ ...unpricedTalk, offers: announced })).toMatchObject([
      { status: 'scheduled', saleStartsAt: '2027-08-01T09:00:00.000Z' },
    ]);
  });

  it('may be given without a price if nothing is sold', () => {
    const soldOut = { '@type': 'Offer', availability: 'SoldOut' };
    expect(sessionsOf({ ...unpricedTalk, offers: soldOut })).toMatchObject([{ remaining: 0 }]);
  });

  it('is separate for each price', () => {
    const { products, events } = read(
      document({ ...unpricedTalk, offers: [adult, { ...child, availability: 'SoldOut' }] }),
    );
    expect(events[0]?.sessions).toMatchObject([{ remaining: null, status: 'scheduled' }]);
    expect(products.map(({ offers }) => offers[0]?.remaining)).toEqual([null, 0]);
    const gone = { ...child, availability: 'Discontinued' };
    expect(productsOf({ offers: [adult, gone] })).toEqual(['A talk 12.50']);
  });

  it('of an AggregateOffer applies to the offers in it', () => {
    const soldOut = { ...aggregate, availability: 'SoldOut', offers: [adult] };
    expect(sessionsOf({ ...unpricedTalk, offers: soldOut })).toMatchObject([{ remaining: 0 }]);
  });
});

describe('the time of sale', () => {
  it.each([
    [{ validFrom: '2027-08-01' }, { saleStartsAt: '2027-07-31T23:00:00.000Z', saleEndsAt: null }],
    [{ validFrom: '2027-08-01T10:00' }, { saleStartsAt: '2027-08-01T09:00:00.000Z', saleEndsAt: null }],
    [{ validThrough: '2027-08-31' }, { saleStartsAt: null, saleEndsAt: '2027-08-31T23:00:00.000Z' }],
    [
      { validThrough: '2027-08-31T12:00:00Z' },
      { saleStartsAt: null, saleEndsAt: '2027-08-31T12:00:00.000Z' },
    ],
    [
      { priceValidUntil: '2027-08-30', validThrough: '2027-08-31', availabilityStarts: '2027-08-02' },
      { saleStartsAt: '2027-08-01T23:00:00.000Z', saleEndsAt: '2027-08-30T23:00:00.000Z' },
    ],
  ])('%j is %j', (members, terms) => {
    expect(sessionsOf({ ...unpricedTalk, offers: { ...offer, ...members } })).toMatchObject([terms]);
  });

  it('differs between prices: each offer has its own', () => {
    const early = { ...offer, name: 'Early', price: 10, validThrough: '2027-08-01T00:00:00Z' };
    const regular = { ...offer, name: 'Regular', validFrom: '2027-08-01T00:00:00Z' };
    const { events, products } = read(document({ ...unpricedTalk, offers: [early, regular] }));
    expect(events[0]?.sessions).toMatchObject([{ saleStartsAt: null, saleEndsAt: null }]);
    expect(products.map(({ offers }) => offers)).toMatchObject([
      [{ price: '10.00', saleStartsAt: null, saleEndsAt: '2027-08-01T00:00:00.000Z' }],
      [{ price: '12.50', saleStartsAt: '2027-08-01T00:00:00.000Z', saleEndsAt: null }],
    ]);
  });
});

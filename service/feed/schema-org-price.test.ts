import { describe, expect, it } from 'vitest';
import {
  document,
  errorsOf,
  read,
  sessionsOf,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const offer = { '@type': 'Offer', price: 10, priceCurrency: 'EUR' };
const unpriced = { '@type': 'Offer', priceCurrency: 'EUR' };
const aggregate = { '@type': 'AggregateOffer', priceCurrency: 'EUR' };
const same = { '@type': 'UnitPriceSpecification', price: '10.00', priceCurrency: 'EUR' };

function pricesOf(members: object): string[] {
  const { products } = read(document({ ...unpricedTalk, ...members }));
  return products.flatMap(({ offers }) => offers.map(({ price }) => price));
}

/** The paths in the event that the warnings report as not sold. */
function notSold(members: object): string[] {
  const begin = '$["@graph"][0]';
  return warningsOf(document({ ...unpricedTalk, ...members }))
    .filter((warning) => warning.includes(': Not sold: '))
    .map((warning) => warning.slice(begin.length, warning.indexOf(': Not sold')));
}

describe('a price specification together with a price', () => {
  it.each([
    [same],
    [[same, { price: 10 }]],
    [{ valueAddedTaxIncluded: true }],
    [{ ...same, minPrice: 10, maxPrice: 10 }],
    [{ ...same, referenceQuantity: { value: 1, unitCode: 'C62' } }],
    [{ ...same, unitText: 'ticket', eligibleQuantity: { minValue: 1 } }],
    [{ ...same, unitText: 'person' }],
    [{ ...same, unitCode: 'IE' }],
    [{ ...same, priceType: 'https://schema.org/RegularPrice' }],
    [{ ...same, priceCurrency: 'eur' }],
  ])('%j agrees with it: sold', (priceSpecification) => {
    const members = { offers: { ...offer, priceSpecification } };
    expect(pricesOf(members)).toEqual(['10.00']);
    expect(warningsOf(document({ ...unpricedTalk, ...members }))).toEqual([]);
  });

  it.each([
    [{ ...same, price: 12 }, '.price'],
    [{ ...same, price: 8 }, '.price'],
    [{ ...same, priceCurrency: 'USD' }, '.priceCurrency'],
    [{ ...same, valueAddedTaxIncluded: false }, '.valueAddedTaxIncluded'],
    [{ ...same, valueAddedTaxIncluded: 'no' }, '.valueAddedTaxIncluded'],
    [{ ...same, minPrice: 8, maxPrice: 12 }, '.minPrice'],
    [[same, { ...same, price: 12 }], '[1].price'],
    [{ '@id': '#gone' }, ''],
    ['10 EUR', ''],
  ])('%j says something else: Not sold', (priceSpecification, path) => {
    const members = { offers: { ...offer, priceSpecification } };
    expect(pricesOf(members)).toEqual([]);
    expect(notSold(members)).toEqual([`.offers.priceSpecification${path}`]);
    expect(sessionsOf({ ...unpricedTalk, ...members })).toMatchObject([{ status: 'not_on_sale' }]);
  });

  it.each([[offer], [unpriced]])('may be limited to a time: %j is sold within it', (of) => {
    const past = { ...same, validThrough: '2020-01-01T00:00:00Z' };
    const future = { ...same, validFrom: '2027-08-01T00:00:00Z', validThrough: '2027-08-09T00:00:00Z' };
    const sale = (priceSpecification: object) =>
      sessionsOf({
        ...unpricedTalk,
        offers: { ...of, validFrom: '2019-01-01T00:00:00Z', priceSpecification },
      });
    expect(sale(past)).toMatchObject([{ saleEndsAt: '2020-01-01T00:00:00.000Z' }]);
    expect(sale(future)).toMatchObject([
      { saleStartsAt: '2027-08-01T00:00:00.000Z', saleEndsAt: '2027-08-09T00:00:00.000Z' },
    ]);
    expect(
      errorsOf(
        document({
          ...unpricedTalk,
          offers: { ...of, priceSpecification: { ...same, validThrough: 'soon' } },
        }),
      ),
    ).toEqual(['$["@graph"][0].offers.priceSpecification.validThrough']);
  });
});

describe('a price that is only for some customers, or not for one ticket, is not charged:', () => {
  it.each([
    [{ eligibleQuantity: { minValue: 10 } }, '.eligibleQuantity'],
    [{ eligibleQuantity: { value: 10 } }, '.eligibleQuantity'],
    [{ eligibleQuantity: 10 }, '.eligibleQuantity'],
    [{ eligibleQuantity: { minValue: 2, maxValue: 4 } }, '.eligibleQuantity'],
    [{ eligibleQuantity: { minValue: 1, maxValue: 0 } }, '.eligibleQuantity'],
    [{ eligibleQuantity: { minValue: 1, maxValue: 'few' } }, '.eligibleQuantity'],
    [{ eligibleQuantity: { unitText: 'groups' } }, '.eligibleQuantity'],
    [{ eligibleTransactionVolume: { price: 100 } }, '.eligibleTransactionVolume'],
    [{ validForMemberTier: { '@type': 'MemberProgramTier', name: 'Friends' } }, '.validForMemberTier'],
    [{ referenceQuantity: { value: 4, unitCode: 'C62' } }, '.referenceQuantity'],
    [{ referenceQuantity: { value: 1, unitCode: 'HUR' } }, '.referenceQuantity'],
    [{ unitText: 'hour' }, '.unitText'],
    [{ unitCode: 'HUR' }, '.unitCode'],
  ])('%j, of an offer or of its price specification', (members, path) => {
    const own = { offers: { ...offer, ...members } };
    expect(pricesOf(own)).toEqual([]);
    expect(notSold(own)).toEqual([`.offers${path}`]);
    for (const of of [offer, unpriced]) {
      const specified = { offers: { ...of, priceSpecification: { ...same, ...members } } };
      expect(pricesOf(specified)).toEqual([]);
      expect(notSold(specified)).toEqual([`.offers.priceSpecification${path}`]);
    }
  });

  it.each([
    [{ '@type': 'CompoundPriceSpecification' }, '["@type"]'],
    [{ '@type': 'PaymentChargeSpecification' }, '["@type"]'],
    [{ priceComponent: [{ price: 8 }, { price: 2 }] }, '.priceComponent'],
    [{ priceType: 'https://schema.org/StrikethroughPrice' }, '.priceType'],
    [{ appliesToPaymentMethod: 'Cash' }, '.appliesToPaymentMethod'],
    [{ billingDuration: 'P1M' }, '.billingDuration'],
  ])('%j, of a price specification', (members, path) => {
    const specified = { offers: { ...unpriced, priceSpecification: { ...same, ...members } } };
    expect(pricesOf(specified)).toEqual([]);
    expect(notSold(specified)).toEqual([`.offers.priceSpecification${path}`]);
  });

  it.each([
    [{ eligibleCustomerType: 'http://purl.org/goodrelations/v1#Reseller' }, '.eligibleCustomerType'],
    [{ eligibleRegion: 'FR' }, '.eligibleRegion'],
    [{ eligibleDuration: { value: 1, unitCode: 'MON' } }, '.eligibleDuration'],
    [{ includesObject: { '@type': 'TypeAndQuantityNode', amountOfThisGood: 4 } }, '.includesObject'],
    [{ itemOffered: { '@type': 'Product', name: 'The catalogue' } }, '.itemOffered["@type"]'],
    [{ businessFunction: 'http://purl.org/goodrelations/v1#Buy' }, '.businessFunction'],
    [{ advanceBookingRequirement: { value: 14, unitCode: 'DAY' } }, '.advanceBookingRequirement'],
    [{ advanceBookingRequirement: { minValue: 0, maxValue: 14 } }, '.advanceBookingRequirement'],
    [{ advanceBookingRequirement: 'none' }, '.advanceBookingRequirement'],
    [{ validThroughBeforeStartDate: 'P2D' }, '.validThroughBeforeStartDate'],
    [{ openBookingInAdvance: 'https://openactive.io/Unavailable' }, '.openBookingInAdvance'],
    [{ ageRange: { maxValue: 15 } }, '.ageRange'],
  ])('%j, of an offer', (members, path) => {
    expect(pricesOf({ offers: { ...offer, ...members } })).toEqual([]);
    expect(notSold({ offers: { ...offer, ...members } })).toEqual([`.offers${path}`]);
    const inside = { offers: { ...aggregate, ...members, offers: [offer] } };
    expect(pricesOf(inside)).toEqual([]);
  });

  it.each([
    [{ eligibleQuantity: { minValue: 1, maxValue: 50 } }],
    [{ eligibleCustomerType: 'http://purl.org/goodrelations/v1#Enduser' }],
    [{ businessFunction: { '@id': 'http://purl.org/goodrelations/v1#Sell' } }],
    [{ itemOffered: { '@type': ['Ticket'] } }],
    [{ itemOffered: { '@type': 'TheaterEvent', name: 'A talk' } }],
    [{ itemOffered: { '@type': 'Product', name: 'Adult ticket' } }],
    [{ itemOffered: { '@type': 'Service', name: 'Billet' } }],
    [{ '@type': ['Offer', 'EventTicket'] }],
    [{ unitText: 'per person' }],
    [{ eligibleQuantity: { minValue: 1, maxValue: 50, unitText: 'persons' } }],
    [{ advanceBookingRequirement: { value: 0, unitCode: 'DAY' } }],
    [{ advanceBookingRequirement: 0 }],
    [{ name: 'Child', ageRange: { maxValue: 15 } }],
    [{ openBookingInAdvance: 'https://openactive.io/Required' }],
  ])('but with %j it is', (members) => {
    expect(pricesOf({ offers: { ...offer, ...members } })).toEqual(['10.00']);
  });
});

it.each([[{ minValue: 1, maxValue: 10 }], [{ maxValue: '4' }], [{ minValue: 1, maxValue: 1 }]])(
  'a maximum for one order, %j, is not applied, with a warning',
  (eligibleQuantity) => {
    const members = { offers: { ...offer, eligibleQuantity } };
    expect(pricesOf(members)).toEqual(['10.00']);
    expect(warningsOf(document({ ...unpricedTalk, ...members }))).toEqual([
      expect.stringMatching(/^\$\["@graph"\]\[0\]\.offers\.eligibleQuantity\.maxValue: Not applied/),
    ]);
  },
);

describe('anything that is not an offer to sell is not sold:', () => {
  it.each([
    [{ ...offer, '@type': 'Demand' }, '["@type"]'],
    [{ ...offer, '@type': ['Offer', 'Demand'] }, '["@type"]'],
    [{ ...offer, '@type': 'OfferForLease' }, '["@type"]'],
    [{ ...aggregate, lowPrice: 10, highPrice: 10, offerCount: 0 }, '.offerCount'],
    [{ ...aggregate, offerCount: '0', offers: [offer] }, '.offerCount'],
    [{ '@id': '#gone' }, ''],
  ])('%j', (offers, path) => {
    for (const members of [{ offers }, { offers, isAccessibleForFree: true }]) {
      expect(pricesOf(members)).toEqual([]);
      expect(notSold(members)).toEqual([`.offers${path}`]);
    }
  });
});

describe('several prices in one offer', () => {
  it.each([
    [{ price: 10, lowPrice: 8, highPrice: 8 }, ''],
    [{ lowPrice: 8, highPrice: 8, priceSpecification: same }, '.priceSpecification.price'],
    [{ lowPrice: 8, highPrice: 8, valueAddedTaxIncluded: false }, '.valueAddedTaxIncluded'],
    [{ offers: [offer], valueAddedTaxIncluded: false }, '.valueAddedTaxIncluded'],
    [{ offers: [offer], priceSpecification: { ...same, price: 12 } }, '.priceSpecification'],
    [{ offers: [offer], lowPrice: 12, highPrice: 20 }, '.lowPrice'],
    [{ offers: [offer], highPrice: 9 }, '.highPrice'],
    [{ offers: [offer], price: 12 }, '.price'],
  ])('that differ are not charged: an AggregateOffer with %j', (members, path) => {
    expect(pricesOf({ offers: { ...aggregate, ...members } })).toEqual([]);
    expect(notSold({ offers: { ...aggregate, ...members } })).toEqual([`.offers${path}`]);
  });

  it('in separate price specifications, or as a range with a price, are not charged', () => {
    const priceSpecification = [same, { ...same, price: 6 }];
    expect(pricesOf({ offers: { ...unpriced, priceSpecification } })).toEqual([]);
    expect(notSold({ offers: { ...unpriced, priceSpecification } })).toEqual([
      '.offers.priceSpecification[1].price',
    ]);
    expect(pricesOf({ offers: { ...offer, lowPrice: 10, highPrice: 20 } })).toEqual([]);
  });
});

describe('isAccessibleForFree', () => {
  it.each([
    [{ offers: { priceSpecification: [same, { ...same, price: 6 }] } }],
    [{ offers: { ...unpriced, priceSpecification: [same] } }],
    [{ offers: offer }],
    [{ offers: { ...unpriced, lowPrice: 10, highPrice: 10 } }],
  ])('does not make %j cost nothing, and what contradicts it is not sold', (members) => {
    expect(pricesOf({ ...members, isAccessibleForFree: true })).toEqual([]);
    expect(notSold({ ...members, isAccessibleForFree: true })).toHaveLength(1);
  });

  it('may be combined with an offer that is free and others that are not', () => {
    const offers = [
      { ...offer, name: 'Entry', price: 0 },
      { ...offer, name: 'Entry and drink' },
    ];
    expect(pricesOf({ offers, isAccessibleForFree: true })).toEqual(['0.00', '10.00']);
    expect(pricesOf({ offers, isAccessibleForFree: false })).toEqual(['0.00', '10.00']);
  });

  it('does not replace the currency of a price', () => {
    const members = { ...unpricedTalk, isAccessibleForFree: true, offers: [{ price: 0 }, { price: 5 }] };
    expect(errorsOf(document(members))).toEqual(['$["@graph"][0].offers[1].priceCurrency']);
  });

  it('false, and only prices of 0.00: Not sold', () => {
    const free = { ...offer, price: '0' };
    expect(pricesOf({ offers: free, isAccessibleForFree: false })).toEqual([]);
    expect(notSold({ offers: free, isAccessibleForFree: 'False' })).toEqual(['.isAccessibleForFree']);
  });

  it('false of a session in an event that is free: Not sold', () => {
    const paid = { ...unpricedTalk, isAccessibleForFree: false };
    const members = { isAccessibleForFree: true, subEvent: [unpricedTalk, paid] };
    expect(sessionsOf({ ...unpricedTalk, ...members })).toMatchObject([
      { status: 'scheduled' },
      { status: 'not_on_sale' },
    ]);
    expect(notSold(members)).toEqual(['.subEvent[1].isAccessibleForFree']);
  });
});

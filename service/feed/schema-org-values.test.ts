import { describe, expect, it } from 'vitest';
import { document, errorsOf, read, sessionsOf, talk, unpricedTalk } from './schema-org-testing';

describe('duration and capacity', () => {
  it.each([
    ['2027-09-05T13:30:00+01:00', null],
    ['2027-09-05T13:00:00+01:00', null],
    ['2027-09-05T13:30:30+01:00', null],
    ['2027-09-06T13:29:00+01:00', 'PT1439M'],
    ['2027-09-06T13:30:00+01:00', null],
    [['2027-09-05T12:31:00Z'], 'PT1M'],
  ])('until %s lasts %s', (endDate, duration) => {
    expect(sessionsOf({ ...talk, endDate })).toMatchObject([{ duration }]);
  });

  it('counts the hours that pass, not those on the clock', () => {
    const night = { ...talk, startDate: '2027-10-31T00:30', endDate: '2027-10-31T03:00' };
    expect(sessionsOf(night)).toMatchObject([{ duration: 'PT210M' }]);
  });

  it('takes the maximum, not what remained when it was published', () => {
    const full = { ...talk, maximumAttendeeCapacity: '25', remainingAttendeeCapacity: 0 };
    expect(sessionsOf(full)).toMatchObject([{ capacity: 25 }]);
    expect(sessionsOf({ ...talk, maximumAttendeeCapacity: 0 })).toMatchObject([{ capacity: 0 }]);
  });
});

function pricesOf(members: object): string[] {
  const [product] = read(document({ ...unpricedTalk, ...members })).products;
  return (product?.offers ?? []).map(({ price }) => price);
}

describe('prices', () => {
  const offer = { '@type': 'Offer', price: '12.50', priceCurrency: 'EUR' };

  it.each([
    [{ offers: offer }, '12.50'],
    [{ offers: { ...offer, price: 7 } }, '7.00'],
    [{ offers: { ...offer, price: 12.5 } }, '12.50'],
    [{ offers: [offer, { ...offer, price: 9 }, { ...offer, price: 10 }] }, '9.00'],
    [{ offers: { '@type': 'AggregateOffer', lowPrice: '8.2', highPrice: 20, priceCurrency: 'EUR' } }, '8.20'],
    [{ offers: { price: 0 } }, '0.00'],
    [{ offers: {}, isAccessibleForFree: 'True' }, '0.00'],
    [{ isAccessibleForFree: true }, '0.00'],
    [{ isAccessibleForFree: { '@id': 'https://schema.org/True' } }, '0.00'],
  ])('%j costs %s', (members, price) => {
    expect(pricesOf(members)).toEqual([price]);
  });

  it.each([
    [{}, '.offers'],
    [{ isAccessibleForFree: false }, '.offers'],
    [{ offers: [] }, '.offers'],
    [{ offers: 'free' }, '.offers'],
    [{ offers: [offer, { ...offer, price: -1 }] }, '.offers[1].price'],
    [{ offers: { ...offer, price: '12,50' } }, '.offers.price'],
    [{ offers: { ...offer, price: 12.505 } }, '.offers.price'],
    [{ offers: { ...offer, price: 1e21 } }, '.offers.price'],
    [{ offers: { ...offer, price: '9'.repeat(40) } }, '.offers.price'],
    [{ offers: { ...offer, priceCurrency: 'GBP' } }, '.offers.priceCurrency'],
    [{ offers: { price: 5 } }, '.offers.priceCurrency'],
    [{ offers: { '@type': 'AggregateOffer', price: 5, priceCurrency: 'EUR' } }, '.offers.lowPrice'],
  ])('%j is an error at %s', (members, path) => {
    expect(errorsOf(document({ ...unpricedTalk, ...members }))).toEqual([`$["@graph"][0]${path}`]);
  });

  it('may stand on the sessions, when those of a day agree', () => {
    const session = { ...unpricedTalk, offers: offer };
    const dear = { ...session, offers: { ...offer, price: 20 } };
    const tomorrow = { ...dear, startDate: '2027-09-06T13:30:00+01:00' };
    expect(pricesOf({ subEvent: [tomorrow, session, session] })).toEqual(['12.50', '20.00']);
    expect(errorsOf(document({ ...unpricedTalk, subEvent: [session, dear] }))).toEqual([
      '$["@graph"][0].subEvent[1].offers',
    ]);
  });
});

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
const matinee = { ...unpricedTalk, startDate: '2027-09-05T14:00:00+01:00', offers: offer };
const evening = { ...matinee, startDate: '2027-09-05T20:00:00+01:00', offers: { ...offer, price: 20 } };

/** Which products give access to which sessions: `product date price → starts of its sessions`. */
function accessOf(members: object): string[] {
  const { products, events } = read(document({ ...unpricedTalk, ...members }));
  return products.flatMap(({ name, tickets, offers }) =>
    offers.map(({ date, price }) => {
      const tag = tickets[0]?.tag ?? null;
      const starts = (events[0]?.sessions ?? [])
        .filter((session) => session.occursAt.startsWith(date) && (tag === null || tag === session.tag))
        .map(({ occursAt }) => occursAt.slice(11, 16));
      return `${name['en'] ?? ''} ${date} ${price} → ${starts.join(' ')}`;
    }),
  );
}

describe('sessions of one day', () => {
  it('with the same price are sold by one offer, whatever other days cost', () => {
    const tomorrow = { ...evening, startDate: '2027-09-06T13:30:00+01:00' };
    expect(accessOf({ subEvent: [tomorrow, matinee, { ...matinee, name: 'Second hall' }] })).toEqual([
      'A talk 2027-09-05 12.50 → 14:00 14:00',
      'A talk 2027-09-06 20.00 → 13:30',
    ]);
  });

  it('with different prices are sold each at its own price', () => {
    expect(accessOf({ subEvent: [matinee, evening] })).toEqual([
      'A talk, 12.50 EUR 2027-09-05 12.50 → 14:00',
      'A talk, 20.00 EUR 2027-09-05 20.00 → 20:00',
    ]);
  });

  it('with different prices have the same keys in any order', () => {
    const keys = (...subEvent: object[]) =>
      read(document({ ...unpricedTalk, subEvent }))
        .products.map(({ key }) => key)
        .sort();
    expect(keys(matinee, evening)).toEqual(keys(evening, matinee));
  });

  it('of which one is sold out, or not on sale, are sold by one offer', () => {
    const soldOut = { ...evening, offers: { ...offer, availability: 'SoldOut' } };
    const closed = { ...evening, offers: { ...offer, price: 1, availability: 'Discontinued' } };
    expect(accessOf({ subEvent: [matinee, soldOut] })).toEqual(['A talk 2027-09-05 12.50 → 14:00 20:00']);
    expect(sessionsOf({ ...unpricedTalk, subEvent: [matinee, soldOut, closed] })).toMatchObject([
      { remaining: null, status: 'scheduled' },
      { remaining: 0, status: 'scheduled' },
      { remaining: null, status: 'not_on_sale' },
    ]);
  });

  it('with different ends of sale are sold by one offer that lasts until the last end', () => {
    const until = (validThrough: string) => ({ offers: { ...offer, validThrough } });
    const subEvent = [
      { ...matinee, ...until('2027-09-05T12:00:00Z') },
      { ...evening, ...until('2027-09-05T18:00:00Z') },
    ];
    const { products, events } = read(document({ ...unpricedTalk, subEvent }));
    expect(products.map(({ offers }) => offers)).toMatchObject([
      [{ saleEndsAt: '2027-09-05T18:00:00.000Z' }],
    ]);
    expect(events[0]?.sessions).toMatchObject([
      { saleEndsAt: '2027-09-05T12:00:00.000Z', tag: null },
      { saleEndsAt: '2027-09-05T18:00:00.000Z', tag: null },
    ]);
  });

  it('of which one has sold out at a price do not sell it for the other', () => {
    const child = { ...offer, name: 'Child', price: 6 };
    const both = [{ ...offer, name: 'Adult' }, child];
    const one = [
      { ...offer, name: 'Adult' },
      { ...child, availability: 'SoldOut' },
    ];
    const { products } = read(
      document({
        ...unpricedTalk,
        subEvent: [
          { ...matinee, offers: both },
          { ...evening, offers: one },
        ],
      }),
    );
    const children = products.filter(({ name }) => name['en']?.includes('Child'));
    expect(children.map(({ offers }) => offers[0]?.remaining).sort()).toEqual([0, null]);
    expect(new Set(children.map(({ tickets }) => tickets[0]?.tag)).size).toBe(2);
  });
});

describe('prices of an event', () => {
  it('apply to its sessions that have none', () => {
    const own = { ...unpricedTalk, startDate: '2027-09-06T10:00:00+01:00' };
    expect(accessOf({ offers: { ...offer, price: 3 }, subEvent: [own, matinee] })).toEqual([
      'A talk 2027-09-05 12.50 → 14:00',
      'A talk 2027-09-06 3.00 → 10:00',
    ]);
  });

  it('that no session has are reported', () => {
    expect(warningsOf(document({ ...unpricedTalk, offers: offer, subEvent: [matinee] }))).toEqual([
      '$["@graph"][0].offers: Not used: no session is sold at these prices.',
    ]);
  });
});

describe('a stock', () => {
  const stocked = { ...offer, inventoryLevel: { '@type': 'QuantitativeValue', value: 7 } };

  it('is the number left of the offer of its day', () => {
    const { products } = read(document({ ...unpricedTalk, offers: stocked }));
    expect(products[0]?.offers).toMatchObject([{ remaining: 7 }]);
    expect(sessionsOf({ ...unpricedTalk, offers: { ...offer, inventoryLevel: 0 } })).toMatchObject([
      { remaining: 0 },
    ]);
  });

  it('of one session is not used for another session of the same day', () => {
    const other = { ...stocked, inventoryLevel: 2 };
    const { products } = read(
      document({
        ...unpricedTalk,
        subEvent: [
          { ...matinee, offers: stocked },
          { ...evening, offers: other },
        ],
      }),
    );
    expect(products.map(({ offers }) => offers[0]?.remaining).sort()).toEqual([2, 7]);
    expect(new Set(products.map(({ tickets }) => tickets[0]?.tag)).size).toBe(2);
  });

  it('for several days is refused, because it would be sold on each', () => {
    const days = ['05', '06'].map((day) => ({ ...unpricedTalk, startDate: `2027-09-${day}T10:00:00Z` }));
    expect(errorsOf(document({ ...unpricedTalk, offers: stocked, subEvent: days }))).toEqual([
      '$["@graph"][0].offers.inventoryLevel',
    ]);
  });
});

describe('the members of an event that apply to all its sessions', () => {
  const sessions = [matinee, { ...evening, offers: offer }];

  it('the maximum number applies as capacity to each', () => {
    const event = { ...unpricedTalk, maximumAttendeeCapacity: 30 };
    const subEvent = [
      { ...matinee, maximumAttendeeCapacity: 20 },
      { ...matinee, maximumAttendeeCapacity: 40 },
    ];
    expect(sessionsOf({ ...event, subEvent })).toMatchObject([{ capacity: 20 }, { capacity: 30 }]);
    const days = {
      ...event,
      subEvent: [{ ...unpricedTalk, maximumAttendeeCapacity: 25, subEvent: sessions }],
    };
    expect(sessionsOf(days)).toMatchObject([{ capacity: 25 }, { capacity: 25 }]);
  });

  it('the state “sold out” applies to each', () => {
    const event = { ...unpricedTalk, remainingAttendeeCapacity: 0, subEvent: sessions };
    expect(sessionsOf(event)).toMatchObject([{ remaining: 0 }, { remaining: 0 }]);
  });

  it('a remaining number is refused, because each session would sell it', () => {
    const event = { ...unpricedTalk, remainingAttendeeCapacity: 5 };
    expect(errorsOf(document({ ...event, subEvent: sessions }))).toEqual([
      '$["@graph"][0].remainingAttendeeCapacity',
    ]);
    const limited = sessions.map((session) => ({ ...session, maximumAttendeeCapacity: 2 }));
    expect(sessionsOf({ ...event, subEvent: limited })).toMatchObject([{ capacity: 2 }, { capacity: 2 }]);
    expect(sessionsOf({ ...event, subEvent: [matinee] })).toMatchObject([{ remaining: 5 }]);
    const cancelled = { ...evening, eventStatus: 'EventCancelled' };
    expect(sessionsOf({ ...event, subEvent: [matinee, cancelled] })).toMatchObject([{ remaining: 5 }, {}]);
  });
});

import { describe, expect, it } from 'vitest';
import { parsingTime, processorTime } from '@/testing/processor-time';
import { readSchemaOrg } from './schema-org';
import {
  catalog,
  document,
  errorsOf,
  unpricedTalk,
  warningsOf,
} from '@/testing/ticketing-service/schema-org';

const offer = { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' };
const priced = { ...unpricedTalk, offers: offer };

function times<Result>(count: number, make: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const refer = (id: string) => ({ '@id': id });

/** The longest time between two steps of reading a document, as `relativeTime`. Other requests wait this long. */
function longestPause(input: unknown): number {
  const unit = parsingTime();
  const steps = readSchemaOrg(input, catalog);
  let longest = 0;
  for (;;) {
    const time = processorTime();
    const { done } = steps.next();
    longest = Math.max(longest, time() / unit);
    if (done === true) return longest;
  }
}

// Each of these took seconds when the time grew with the square of the document's size, and now takes about a tenth
// of a second.
const bound = 20;

describe('reading never delays other requests for long, also with', () => {
  it('many sessions that name one event by superEvent', () => {
    const sessions = times(20_000, (index) => ({
      '@type': 'Event',
      '@id': `#${index}`,
      superEvent: { '@id': '#series' },
      startDate: new Date(1_800_000_000_000 + index * 3_600_000).toISOString(),
    }));
    expect(longestPause(document({ ...priced, '@id': '#series' }, ...sessions))).toBeLessThan(bound);
  });

  it('many events with the same name and time', () => {
    const events = times(8_000, (index) => ({ ...priced, description: `Talk ${index}` }));
    expect(longestPause(document(...events))).toBeLessThan(bound);
  });

  it('many events with the same content and different @id', () => {
    const events = times(12_000, (index) => ({ ...priced, '@id': `#${index}` }));
    expect(longestPause(document(...events))).toBeLessThan(bound);
  });

  it('a large event and many others with its @id', () => {
    const large = {
      ...priced,
      '@id': '#talk',
      performer: times(20_000, (index) => ({ name: `P ${index}` })),
    };
    const others = times(2_000, () => ({ '@type': 'Event', '@id': '#talk', name: 'Another' }));
    expect(longestPause(document(large, ...others))).toBeLessThan(bound);
  });

  it('a large event and many references to it', () => {
    const large = {
      ...priced,
      '@id': '#talk',
      performer: times(40_000, (index) => ({ name: `P ${index}` })),
    };
    const references = times(4_000, () => ({ '@type': 'Event', '@id': '#talk' }));
    expect(longestPause(document(large, ...references))).toBeLessThan(bound);
  });

  it('an event in many others', () => {
    const superEvent = times(20_000, () => ({ name: 'Season', remainingAttendeeCapacity: 5 }));
    const input = document({ ...priced, superEvent });
    expect(longestPause(input)).toBeLessThan(bound);
    expect(errorsOf(input)).toEqual(['$["@graph"][0].superEvent']);
  });

  it.each([40, 4_000])('an AggregateOffer that lists itself %i times', (count) => {
    const aggregate = {
      '@type': 'AggregateOffer',
      '@id': '#offers',
      offers: times(count, () => refer('#offers')),
    };
    const input = document({ ...unpricedTalk, offers: refer('#offers') }, aggregate);
    expect(longestPause(input)).toBeLessThan(bound);
    expect(errorsOf(input)).toEqual(['$["@graph"][1].offers']);
  });

  it('many references to an offer with many references to a price specification', () => {
    const priceSpecification = times(1_000, () => refer('#price'));
    const input = document(
      { ...unpricedTalk, offers: times(1_000, () => refer('#offer')) },
      { '@type': 'Offer', '@id': '#offer', priceSpecification },
      { '@type': 'PriceSpecification', '@id': '#price', price: 10, priceCurrency: 'EUR' },
    );
    expect(longestPause(input)).toBeLessThan(bound);
    expect(errorsOf(input)).toEqual(['$["@graph"][0].offers']);
  });

  it('many sessions that refer to the same long lists of offers', () => {
    const offers = times(400, (index) => ({ ...offer, name: `Seat ${index}`, sku: 'A' }));
    const sessions = times(50, (index) => ({
      '@type': 'Event',
      startDate: new Date(1_800_000_000_000 + index * 3_600_000).toISOString(),
      offers: [refer('#offers'), { ...offer, name: `Extra ${index}` }],
    }));
    const input = document(
      { ...unpricedTalk, subEvent: sessions },
      { '@type': 'AggregateOffer', '@id': '#offers', offers },
    );
    expect(warningsOf(input)).toHaveLength(offers.length);
  });

  it('many sessions at one time, each with many offers that have a stock', () => {
    const offers = (session: number) =>
      times(200, (index) => ({ ...offer, name: `Seat ${session}.${index}`, inventoryLevel: 1 }));
    const subEvent = times(20, (session) => ({
      ...unpricedTalk,
      name: `Hall ${session}`,
      offers: offers(session),
    }));
    expect(longestPause(document({ ...unpricedTalk, subEvent }))).toBeLessThan(bound);
  });

  it('many sessions of one day that share many offers', () => {
    const subEvent = times(4_000, (session) => ({ ...unpricedTalk, name: `Hall ${session}` }));
    const offers = times(200, (index) => ({ ...offer, name: `Seat ${index}` }));
    expect(longestPause(document({ ...unpricedTalk, offers, subEvent }))).toBeLessThan(bound);
  });
});

import { describe, expect, it } from 'vitest';
import { readSchemaOrg } from './schema-org';
import { catalog, document, unpricedTalk } from './schema-org-testing';

const offer = { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' };
const priced = { ...unpricedTalk, offers: offer };

function times<Result>(count: number, make: (index: number) => Result): Result[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The most milliseconds between two steps of reading a document: so long others wait for the service. */
function longestPause(input: unknown): number {
  const steps = readSchemaOrg(input, catalog);
  let longest = 0;
  for (let begin = performance.now(); ;) {
    const { done } = steps.next();
    const end = performance.now();
    longest = Math.max(longest, end - begin);
    if (done === true) return longest;
    begin = end;
  }
}

// Each took seconds when the work grew with the square of the document, and takes about a tenth of one now. The bound
// leaves room for a machine that is busy.
const bound = 1_000;

describe('reading never keeps others waiting for long, also with', () => {
  it('many sessions that name one event by superEvent', () => {
    const sessions = times(20_000, (index) => ({
      ...{ '@type': 'Event', '@id': `#${index}`, superEvent: { '@id': '#series' } },
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
});

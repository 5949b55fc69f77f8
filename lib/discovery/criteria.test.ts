import { describe, expect, it } from 'vitest';
import { type Criteria, criteriaParameters, givenCriteria, readCriteria, without } from './criteria';

const catalog = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
const read = (query: string): Criteria => {
  const parameters = new URLSearchParams(query);
  return readCriteria((name) => parameters.get(name) ?? undefined);
};
const written = (query: string) => criteriaParameters(read(query));

describe('the criteria of an address', () => {
  it.each([
    ['', {}],
    ['q=+Big++boat+', { q: 'Big boat' }],
    [`q=${'x'.repeat(101)}`, {}],
    [`q=${'x'.repeat(100)}`, { q: 'x'.repeat(100) }],
    [`place=${'x'.repeat(300)}`, { place: 'x'.repeat(300) }],
    [`place=${'x'.repeat(301)}`, {}],
    ['day=today', { day: 'today' }],
    ['day=2027-06-01&until=2027-06-30', { day: '2027-06-01', until: '2027-06-30' }],
    ['day=weekend&until=2027-06-30', { day: 'weekend' }],
    // A form has fields for a named day and for dates.
    ['day=&from=2027-06-01&until=', { day: '2027-06-01' }],
    ['day=today&from=2027-06-01', { day: '2027-06-01' }],
    ['until=2027-06-30', { until: '2027-06-30' }],
    [`catalog=${catalog}&category=music&price=10`, { catalog, category: 'music', price: '10' }],
    ['place=Hall&language=fr&accessibility=quiet', { place: 'Hall', language: 'fr', accessibility: 'quiet' }],
    ['day=someday&until=2027-02-30&category=x&price=11&language=French&accessibility=y&catalog=z', {}],
    ['q=+&place=', {}],
  ])('%s are %j, and are written in the same way', (query, expected) => {
    expect(written(query)).toEqual(expected);
    expect(written(new URLSearchParams(written(query)).toString())).toEqual(expected);
  });

  it('are given by name, and removed one by one; a range of days is one', () => {
    const criteria = read('q=boat&day=2027-06-01&until=2027-06-30&price=0');
    expect(givenCriteria(criteria)).toEqual(['q', 'day', 'price']);
    expect(givenCriteria(read('until=2027-06-30'))).toEqual(['until']);
    for (const name of ['day', 'until'] as const) {
      expect(criteriaParameters(without(criteria, name))).toEqual({ q: 'boat', price: '0' });
    }
    expect(givenCriteria(without(criteria, 'q'))).toEqual(['day', 'price']);
  });
});

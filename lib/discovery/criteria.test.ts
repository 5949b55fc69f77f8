import { describe, expect, it } from 'vitest';
import {
  type Criteria,
  criteriaParameters,
  criteriaProblems,
  givenCriteria,
  readCriteria,
  without,
} from './criteria';

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
    ['day=2027-06-01', { day: '2027-06-01' }],
    ['day=&from=2027-06-01&until=', { from: '2027-06-01' }],
    ['until=2027-06-30', { until: '2027-06-30' }],
    ['from=2027-06-01&until=2027-06-30', { from: '2027-06-01', until: '2027-06-30' }],
    ['from=2027-06-01&until=2027-06-01', { day: '2027-06-01' }],
    // The dates of a form count, and not the named day beside them.
    ['day=today&from=2027-06-01', { from: '2027-06-01' }],
    ['day=weekend&until=2027-06-30', { until: '2027-06-30' }],
    ['day=weekend&until=2027-02-30', { day: 'weekend' }],
    // Older links.
    ['day=2027-06-01&until=2027-06-30', { from: '2027-06-01', until: '2027-06-30' }],
    [`catalog=${catalog}&category=music&price=10`, { catalog, category: 'music', price: '10' }],
    ['tickets=left', { tickets: 'left' }],
    ['tickets=1', {}],
    ['sort=price', { sort: 'price' }],
    ['sort=name', {}],
    ['place=Hall&language=fr&accessibility=quiet', { place: 'Hall', language: 'fr', accessibility: 'quiet' }],
    ['day=someday&until=2027-02-30&category=x&price=11&language=French&accessibility=y&catalog=z', {}],
    ['q=+&place=', {}],
  ])('%s are %j, and are written in the same way', (query, expected) => {
    expect(written(query)).toEqual(expected);
    expect(written(new URLSearchParams(written(query)).toString())).toEqual(expected);
  });

  it('are given by name, and removed one by one; a range of days is one', () => {
    const criteria = read('q=boat&from=2027-06-01&until=2027-06-30&price=0');
    expect(givenCriteria(criteria)).toEqual(['q', 'from', 'price']);
    // The order is not what was asked for.
    expect(givenCriteria(read('sort=price'))).toEqual([]);
    expect(givenCriteria(read('until=2027-06-30'))).toEqual(['until']);
    expect(givenCriteria(read('day=2027-06-30'))).toEqual(['day']);
    for (const name of ['day', 'from', 'until'] as const) {
      expect(criteriaParameters(without(criteria, name))).toEqual({ q: 'boat', price: '0' });
    }
    expect(givenCriteria(without(criteria, 'q'))).toEqual(['from', 'price']);
  });
});

describe('what is said about the days of a form', () => {
  it.each([
    ['from=2027-06-02&until=2027-06-01', { dates: 'order', unusedDay: null }],
    ['day=2027-06-02&until=2027-06-01', { dates: 'order' }],
    ['from=2027-06-01&until=2027-06-01', { dates: null }],
    ['from=2027-02-30', { dates: 'format', unusedDay: null }],
    ['day=tomorrow&from=2027-06-01', { dates: null, unusedDay: 'tomorrow' }],
    ['day=tomorrow&until=2027-06-01', { dates: null, unusedDay: 'tomorrow' }],
    ['day=tomorrow&from=&until=', { dates: null, unusedDay: null }],
    ['day=someday&from=2027-06-01', { unusedDay: null }],
  ])('%s: %j', (query, expected) => {
    const parameters = new URLSearchParams(query);
    expect(criteriaProblems((name) => parameters.get(name) ?? undefined)).toMatchObject(expected);
  });
});

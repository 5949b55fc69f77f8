import { describe, expect, it } from 'vitest';
import { orderFilter, placeOfText, textOfPlace, typedFilter } from './order-filter';

const read = (typed: Record<string, string>) =>
  orderFilter(
    typedFilter((name) => typed[name]),
    { timeZone: 'Europe/Paris', catalogs: 'all' },
  );

describe('the filter of all orders', () => {
  it('is what was typed', () => {
    const { filter, wrong } = read({
      from: '2026-03-01',
      to: ' ',
      event: ' boat ',
      state: 'cancelled',
      channel: 'counter',
      speaks: 'nl',
      least: '12,5',
      tasks: '1',
      unknown: 'x',
    });
    expect(wrong).toEqual([]);
    expect(filter).toEqual({
      boughtFrom: '2026-03-01',
      boughtTo: null,
      timeZone: 'Europe/Paris',
      visitDay: null,
      event: 'boat',
      state: 'cancelled',
      channel: 'counter',
      language: 'nl',
      priceFrom: '12.50',
      priceTo: null,
      catalogs: 'all',
      hasTasks: true,
    });
  });

  it('leaves out what means nothing, and says so', () => {
    const { filter, wrong } = read({ from: '2026-02-30', visit: 'tomorrow', most: '-1', state: 'gone' });
    expect(wrong).toEqual(['from', 'visit', 'most']);
    expect(filter).toMatchObject({ boughtFrom: null, visitDay: null, priceTo: null, state: null });
  });
});

describe('the place behind which a page begins', () => {
  it('is the same after it was in an address', () => {
    const place = { at: '2026-11-30T12:00:01.123456Z', id: '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d' };
    expect(placeOfText(textOfPlace(place))).toEqual(place);
  });

  it.each([undefined, '', 'x', '2026-11-30_x', "2026-11-30T12:00:00Z'_0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d"])(
    'is none if it means nothing: %s',
    (text) => {
      expect(placeOfText(text)).toBeNull();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { acknowledgedIn, afterAcknowledging, attentionPlace } from './attention-place';

describe('the query of the staff list', () => {
  it('names a group and a page', () => {
    expect(attentionPlace({ group: 'dispute_open', page: '3' })).toEqual({ group: 'dispute_open', page: 3 });
    expect(attentionPlace({})).toEqual({ group: null, page: 1 });
  });

  it.each([
    ['-1'],
    ['abc'],
    ['0'],
    [''],
    ['1.5'],
    ['1e9'],
    ['10000000000'],
    ['٣'],
    ['NaN'],
    [' 2'],
    ["1' or 1=1"],
  ])('with the page %j shows the first page', (page) => {
    expect(attentionPlace({ group: 'at_bank', page })).toEqual({ group: 'at_bank', page: 1 });
  });

  it('with a repeated parameter uses the first value; an unknown group shows the beginning', () => {
    const repeated = { group: ['at_bank', 'checkouts'], page: ['2', 'abc'] };
    expect(attentionPlace(repeated)).toEqual({ group: 'at_bank', page: 2 });
    for (const group of ['__proto__', 'constructor', 'none', ''])
      expect(attentionPlace({ group, page: '7' })).toEqual({ group: null, page: 1 });
  });

  it('contains the result of acknowledging incidents, and leads back to the same page', () => {
    const counts = { acknowledged: 3, before: 1, changed: 0, unsaid: 4, failed: 2 };
    for (const place of [{ group: null, page: 1 } as const, { group: 'fraud_warning', page: 4 } as const]) {
      const back = Object.fromEntries(new URLSearchParams(afterAcknowledging(place, counts)));
      expect(attentionPlace(back)).toEqual(place);
      expect(acknowledgedIn(back)).toEqual(counts);
    }
    expect(afterAcknowledging({ group: null, page: 1 }, null)).toBe('');
    expect(acknowledgedIn({})).toBeNull();
    const hostile = { acknowledged: '-3', before: 'x', changed: ['2', '5'], failed: '1e3' };
    expect(acknowledgedIn(hostile)).toEqual({ acknowledged: 0, before: 0, changed: 2, unsaid: 0, failed: 0 });
  });
});

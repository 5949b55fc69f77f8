import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCents, toCents } from '@/lib/money/money';
import { discountsOf, listPrice } from './discounts';

const basket = fc
  .array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2_000_000 })),
      quantity: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((items) =>
    items.map(({ price, quantity }, i) => ({ id: `r${i}`, unitAmount: fromCents(price), quantity })),
  );

const cents = (discounts: ReadonlyMap<string, string[]>) => [...discounts.values()].flat().map(toCents);

describe('discounts', () => {
  it('of an amount are exactly the amount, or the price if that is less, and no unit is below zero', () => {
    fc.assert(
      fc.property(basket, fc.integer({ min: 1, max: 500_000 }), (reservations, value) => {
        const discounts = discountsOf({ kind: 'amount', value: fromCents(value) }, reservations);
        const sum = cents(discounts).reduce((total, each) => total + each, 0);
        expect(sum).toBe(Math.min(value, toCents(listPrice(reservations))));
        for (const { id, unitAmount, quantity } of reservations) {
          const each = discounts.get(id) ?? [];
          expect(each).toHaveLength(quantity);
          for (const one of each) {
            expect(toCents(one)).toBeGreaterThanOrEqual(0);
            expect(toCents(one)).toBeLessThanOrEqual(toCents(unitAmount));
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['15.00', '36.00', '5.40'],
    ['33.33', '10.00', '3.33'],
    ['50.00', '0.01', '0.01'],
    ['100.00', '36.00', '36.00'],
  ])('of %s percent of %s are %s for each unit', (value, unitAmount, off) => {
    const reservations = [{ id: 'r', unitAmount, quantity: 2 }];
    expect(discountsOf({ kind: 'percentage', value }, reservations).get('r')).toEqual([off, off]);
  });

  it('of free tickets are nothing', () => {
    const free = [{ id: 'r', unitAmount: '0.00', quantity: 2 }];
    expect(discountsOf({ kind: 'amount', value: '5.00' }, free).get('r')).toEqual(['0.00', '0.00']);
  });
});

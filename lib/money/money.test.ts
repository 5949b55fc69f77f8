import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountExclTax,
  compareAmounts,
  formatAmount,
  fromCents,
  multiplyAmount,
  sumAmounts,
  toCents,
} from './money';

const cents = fc.integer({ min: 0, max: 1_000_000_00 });

describe('money', () => {
  it('multiplies and sums to the cent, for any amounts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 50 }))), (lines) => {
        const total = sumAmounts(lines.map(([unit, quantity]) => multiplyAmount(fromCents(unit), quantity)));
        expect(toCents(total)).toBe(lines.reduce((sum, [unit, quantity]) => sum + unit * quantity, 0));
      }),
    );
  });

  it('rounds the amount without tax half up', () => {
    expect(amountExclTax('18.00', '0.2')).toBe('15.00');
    expect(amountExclTax('10.55', '0.055')).toBe('10.00');
    expect(amountExclTax('0.03', '1')).toBe('0.02');
    expect(amountExclTax('0.00', '0.1')).toBe('0.00');
  });

  it('compares as numbers, not as text', () => {
    expect(compareAmounts('9.00', '10.00')).toBeLessThan(0);
    expect(compareAmounts('10.00', '10.00')).toBe(0);
  });

  it('refuses a text that is not an amount', () => {
    for (const wrong of ['18', '18.0', '1e3', '', ' 1.00', 'NaN', '1,00']) {
      expect(() => sumAmounts([wrong])).toThrow('not an amount');
    }
  });

  it('formats as usual in the language', () => {
    expect(formatAmount('1234.50', 'en')).toBe('€1,234.50');
    expect(formatAmount('1234.50', 'fr').replace(/\s/g, ' ')).toBe('1 234,50 €');
  });
});

import { describe, expect, it } from 'vitest';
import { compactPrice } from './compact-price';

describe('compactPrice', () => {
  it('omits cents when there are none', () => {
    expect(compactPrice('18.00', 'en')).toBe('€18');
    expect(compactPrice('18.50', 'en')).toBe('€18.50');
    expect(compactPrice('0.00', 'en')).toBe('€0');
    expect(compactPrice('1200.00', 'en')).toBe('€1,200');
    expect(compactPrice('18.00', 'fr').replace(/\s/g, ' ')).toBe('18 €');
    expect(compactPrice('18.05', 'fr').replace(/\s/g, ' ')).toBe('18,05 €');
    expect(compactPrice('18.00', 'nl').replace(/\s/g, ' ')).toBe('€ 18');
  });

  it('does not take the thousands separator for the decimal separator', () => {
    expect(compactPrice('1000.00', 'en')).toBe('€1,000');
    expect(compactPrice('1000.00', 'de').replace(/\s/g, ' ')).toBe('1.000 €');
    expect(compactPrice('1000000.00', 'nl').replace(/\s/g, ' ')).toBe('€ 1.000.000');
  });
});

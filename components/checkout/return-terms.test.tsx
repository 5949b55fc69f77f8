import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import type { Line } from '@/lib/shop/values/checkout-values';
import { textOf } from '@/testing/storefront/text-of';
import { ReturnTerms } from './return-terms';

const line = (change: Partial<Line> = {}): Line => ({
  catalogId: 'c',
  catalogName: 'Boats',
  timezone: 'Europe/Paris',
  productId: 'p',
  productName: 'Adult',
  date: '2099-06-01',
  quantity: 1,
  unitAmount: '24.00',
  totalAmount: '24.00',
  returns: { cancellation: { deadline: 'PT48H', share: '1' }, rebooking: null },
  tickets: [{ name: 'Tour', occursAt: '2099-06-05T10:00:00+02:00', sessionName: null, event: null }],
  ...change,
});

const shown = (lines: readonly Line[], language: Language = 'en') =>
  textOf(<ReturnTerms lines={lines} />, language).trim();
const law = 'law gives no right of withdrawal for leisure activities on a given date';

describe('what the checkout says about returning tickets', () => {
  it('is their rule with day and time, and what the law says beyond it', () => {
    expect(shown([line(), line({ productName: 'Child' })])).toMatch(
      new RegExp(`^Free cancellation until Wednesday 3 June 2099, 10:00\\. Beyond this, the ${law}`),
    );
  });

  it('names the products if their rules differ', () => {
    const none = { cancellation: null, rebooking: null };
    expect(shown([line(), line({ productName: 'Child', returns: none })])).toMatch(
      /^Adult · Free cancellation until .* Child · No cancellation or exchange\. Beyond this/,
    );
    expect(shown([line({ returns: none })])).toMatch(
      new RegExp(`^No cancellation or exchange\\. The ${law}`),
    );
  });

  it('says of free tickets that they can be given back, and no word about money', () => {
    const text = shown([line({ unitAmount: '0.00' })]);
    expect(text).toMatch(/^Can be given back until Wednesday 3 June 2099, 10:00\./);
  });

  it.each(languages)('is the law alone where the rule is not known: %s', (language) => {
    const text = shown([line({ returns: {} })], language);
    expect(text).toMatch(/^\p{Lu}[^{}]*2011\/83[^{}]*\.$/u);
  });
});

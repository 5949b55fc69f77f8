import { expect, it } from 'vitest';
import { isUsedCard, mayBeUnused } from './used-card';

const card = (remainingInclTax: string, status: 'valid' | 'cancelled' = 'valid') => ({
  line: { productId: 'card' },
  status,
  giftCard: { valueInclTax: '50.00', remainingInclTax, validUntil: null, disabled: false },
});
const line = { giftCard: true, productId: 'card' };

it.each([
  { what: 'of which nothing is used', tickets: [card('50.00')], may: true },
  { what: 'of which something is used', tickets: [card('49.99')], may: false },
  { what: 'beside one of which something is used', tickets: [card('0.00'), card('50.00')], may: true },
  { what: 'whose unused one is cancelled', tickets: [card('0.00'), card('50.00', 'cancelled')], may: false },
  { what: 'of which that is not known', tickets: [{ ...card('1.00'), giftCard: null }], may: true },
  { what: 'whose tickets are not known', tickets: [], may: true },
])('a gift card $what may be given back: $may', ({ tickets, may }) => {
  expect(mayBeUnused(line, tickets)).toBe(may);
});

it('what is no gift card may be given back, whatever is used of one', () => {
  expect(mayBeUnused({ productId: 'card' }, [card('0.00')])).toBe(true);
});

it('only a used gift card is one, not a ticket that was scanned', () => {
  expect(isUsedCard({ obstacle: 'REDEEMED', line })).toBe(true);
  expect(isUsedCard({ obstacle: 'REDEEMED', line: {} })).toBe(false);
  expect(isUsedCard({ obstacle: null, line })).toBe(false);
});

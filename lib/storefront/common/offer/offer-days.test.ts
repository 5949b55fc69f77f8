import { describe, expect, it } from 'vitest';
import { offerSchema, type Offer } from '../../../contract/offer';
import { isBookable, nearestDays, offerDays } from './offer-days';

const id = '00000000-0000-4000-8000-000000000001';

function offer(date: string, amountInclTax: string, availableQuantity: number | null): Offer {
  return offerSchema.parse({
    '@id': `/v1/ticketing/offers/${id}`,
    '@type': 'TicketingOffer',
    id,
    date,
    availableQuantity,
    realtimePriceRequired: false,
    price: {
      '@type': 'TicketingOfferPrice',
      amountInclTax,
      originalAmountInclTax: amountInclTax,
      currency: 'EUR',
      syncAt: '2026-01-01T00:00:00Z',
    },
    product: {
      '@id': `/v1/ticketing/catalogs/${id}/products/${id}`,
      '@type': 'TicketingProduct',
      id,
      name: 'Product',
      description: '',
    },
    tickets: [],
  });
}

describe('offerDays', () => {
  it('combines several offers of a day: the lowest available price, and the highest quantity left', () => {
    const [day] = offerDays([
      offer('2026-11-21', '9.00', 0),
      offer('2026-11-21', '100.00', 4),
      offer('2026-11-21', '20.00', 2),
    ]);
    expect(day).toMatchObject({ day: '2026-11-21', fromPrice: '20.00', availableQuantity: 4 });
    expect(offerDays([offer('2026-11-21', '9.00', 0), offer('2026-11-21', '8.00', null)])[0]).toMatchObject({
      fromPrice: '8.00',
      availableQuantity: null,
    });
  });

  it('keeps the price of a day that is sold out', () => {
    const [day] = offerDays([offer('2026-11-21', '9.00', 0)]);
    expect(day).toMatchObject({ fromPrice: '9.00', availableQuantity: 0 });
    expect(day !== undefined && isBookable(day)).toBe(false);
  });

  it('may return if nothing is left and some of it is only held', () => {
    const held = { ...offer('2026-11-21', '9.00', 0), mayReturn: true };
    expect(offerDays([held, offer('2026-11-21', '8.00', 0)])[0]).toMatchObject({ closedAs: 'allHeld' });
    expect(offerDays([held, offer('2026-11-21', '8.00', 1)])[0]).toMatchObject({ closedAs: null });
    expect(offerDays([offer('2026-11-21', '8.00', 0)])[0]).toMatchObject({ closedAs: 'soldOut' });
  });

  it('is not on sale if none of its offers is', () => {
    const over = { ...offer('2026-11-21', '9.00', 0), status: 'not_on_sale' as const };
    expect(offerDays([over, over])[0]).toMatchObject({ closedAs: 'notOnSale' });
    expect(offerDays([over, offer('2026-11-21', '8.00', 0)])[0]).toMatchObject({ closedAs: 'soldOut' });
    expect(offerDays([over, offer('2026-11-21', '8.00', 1)])[0]).toMatchObject({ closedAs: null });
  });

  it('are in order of days', () => {
    const days = offerDays([offer('2026-12-01', '1.00', null), offer('2026-11-21', '1.00', null)]);
    expect(days.map(({ day }) => day)).toEqual(['2026-11-21', '2026-12-01']);
  });
});

describe('nearestDays', () => {
  it('are bookable, near, not the day itself, and in order', () => {
    const days = offerDays([
      offer('2026-11-10', '1.00', null),
      offer('2026-11-19', '1.00', null),
      offer('2026-11-20', '1.00', 0),
      offer('2026-11-21', '1.00', null),
      offer('2026-11-22', '1.00', 1),
      offer('2026-11-25', '1.00', null),
    ]);
    expect(nearestDays(days, '2026-11-21', 3).map(({ day }) => day)).toEqual([
      '2026-11-19',
      '2026-11-22',
      '2026-11-25',
    ]);
  });
});

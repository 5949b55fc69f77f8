import { expect, it } from 'vitest';
import { feesOf } from './fees';

type Hold = Parameters<typeof feesOf>[0][number];

/** A reservation at a total, with items at theirs. */
function holdOf(totalAmountInclTax: string, ...items: string[]): Hold {
  const excluded = { totalAmountExclTax: null, unitAmountExclTax: null };
  return {
    reservation: {
      '@id': '/v1/booking/reservations/r-1',
      '@type': 'BookingReservation',
      id: 'r-1',
      expired: false,
      organization: '/v1/organizations/1',
      order: null,
      createdAt: '2027-05-04T12:00:00Z',
      expiresAt: '2027-05-04T12:10:00Z',
      totalAmountInclTax,
      totalAmountExclTax: null,
      items: items.map((total) => ({
        unitAmountInclTax: total,
        quantity: 1,
        totalAmountInclTax: total,
        ...excluded,
        offer: '/v1/offers/1',
        product: '/v1/products/1',
        offerTickets: [],
      })),
    },
  };
}

it.each([
  ['of no reservation', [], '0.00'],
  ['of a reservation at the sum of its items', [holdOf('36.00', '18.00', '18.00')], '0.00'],
  ['of one that costs more', [holdOf('37.50', '18.00', '18.00')], '1.50'],
  ['of one that costs less', [holdOf('34.50', '18.00', '18.00')], '-1.50'],
  ['of several, together', [holdOf('19.50', '18.00'), holdOf('17.00', '18.00'), holdOf('8.01')], '8.51'],
])('the fees %s', (_, holds, fees) => {
  expect(feesOf(holds)).toBe(fees);
});

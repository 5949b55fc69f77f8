import { expect, it } from 'vitest';
import type { Line } from '@/lib/shop/values/checkout-values';
import { documentName } from './document-names';
import { fullName } from './documents';

const boat: Line = {
  catalogId: 'c',
  catalogName: 'River Boats',
  timezone: 'Europe/Paris',
  date: '2027-06-01',
  productId: 'p',
  productName: 'Boat',
  quantity: 1,
  unitAmount: '36.00',
  totalAmount: '36.00',
  tickets: [{ name: 'Adult', occursAt: null, sessionName: null, event: null }],
};

/** The names of the documents of orders with one line each. */
function names(...changes: readonly Partial<Line>[]): string[] {
  const orders = changes.map((_, index) => ({
    id: `o-${index}`,
    reservationId: `r-${index}`,
    reference: `S-${index}`,
    data: { documents: [`/v1/booking/orders/1/documents/${index}`] },
  }));
  const items = changes.map((line, index) => ({
    holdId: `h-${index}`,
    reservationId: `r-${index}`,
    lines: [{ ...boat, ...line }],
  }));
  return orders.map((order) => fullName(documentName({ items, orders }, order, 'en')));
}

it('the documents of several orders are named by what was bought and for when', () => {
  expect(names({})).toEqual(['River Boats']);
  expect(names({ productName: 'Adult', quantity: 2 }, { productName: 'Child' })).toEqual([
    'River Boats, 2 × Adult, Tuesday 1 June 2027',
    'River Boats, 1 × Child, Tuesday 1 June 2027',
  ]);
  expect(names({}, { date: null })).toEqual([
    'River Boats, 1 × Boat, Tuesday 1 June 2027',
    'River Boats, 1 × Boat',
  ]);
});

it('the documents of an order for several sessions have the times of all of them', () => {
  const tickets = ['10:00', '14:30'].map((time) => ({
    name: 'Adult',
    occursAt: `2027-06-01T${time}:00+02:00`,
    sessionName: null,
    event: null,
  }));
  expect(names({ tickets }, { date: '2027-06-02' })).toEqual([
    'River Boats, 1 × Boat, Tuesday 1 June 2027, 10:00; Tuesday 1 June 2027, 14:30',
    'River Boats, 1 × Boat, Wednesday 2 June 2027',
  ]);
});

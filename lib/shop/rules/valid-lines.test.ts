import { expect, it } from 'vitest';
import { visitsOf } from '@/lib/shop/flows/visit/visits';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import { validLines } from './valid-lines';

const seat = (number: string) => ({ name: `A-${number}`, section: 'Stalls', row: 'A', number });
const ticket = (changes: Partial<LineTicket> = {}): LineTicket => ({
  name: 'Seat',
  occursAt: '2030-05-04T20:00:00+02:00',
  sessionName: null,
  event: null,
  ...changes,
});
const line = (changes: Partial<Line> = {}): Line => ({
  catalogId: 'c',
  catalogName: 'Theatre',
  timezone: 'Europe/Paris',
  productId: 'p',
  productName: 'Adult',
  date: '2030-05-04',
  quantity: 3,
  unitAmount: '20.00',
  totalAmount: '60.00',
  tickets: [ticket()],
  ...changes,
});
const path = (id: string) => `/v1/booking/orders/o/items/i/tickets/${id}`;
const purchase = (own: Line, paths: string[] | undefined, cancelled: string[], state = 'done' as const) => ({
  items: [{ reservationId: 'r', lines: [own] }],
  orders: [
    { reservationId: 'r', data: { items: [paths === undefined ? {} : { tickets: paths.map(path) }] } },
  ],
  cancellations: [{ state, tickets: cancelled.map(path) }],
});

it('of a line the units are left whose tickets were not cancelled, with their own seats', () => {
  const own = line({ tickets: [ticket({ seats: [seat('1'), seat('2'), seat('3')] })] });
  const [left] = validLines(purchase(own, ['a', 'b', 'c'], ['b']));
  expect(left).toMatchObject({ quantity: 2, tickets: [{ seats: [seat('1'), seat('3')] }] });
  expect(validLines(purchase(own, ['a', 'b', 'c'], ['a', 'b', 'c']))).toEqual([]);
});

it('all tickets of a unit end together', () => {
  const pair = line({ quantity: 2, tickets: [ticket(), ticket({ name: 'Boat' })] });
  expect(validLines(purchase(pair, ['a1', 'a2', 'b1', 'b2'], ['b1', 'b2']))).toMatchObject([{ quantity: 1 }]);
});

it('a request that changed nothing, and an order without single tickets, leave everything', () => {
  const own = line();
  const refused = { ...purchase(own, ['a', 'b', 'c'], ['a']), cancellations: [] };
  expect(validLines(refused)).toEqual([own]);
  const asked = purchase(own, ['a', 'b', 'c'], ['a']);
  const requested = { ...asked, cancellations: [{ state: 'requested' as const, tickets: [path('a')] }] };
  expect(validLines(requested)).toEqual([own]);
  expect(validLines(purchase(own, undefined, ['a']))).toEqual([own]);
});

it('a visit keeps its number when another one of the order has ended', () => {
  const early = line();
  const late = line({ tickets: [ticket({ occursAt: '2030-05-05T20:00:00+02:00' })], date: '2030-05-05' });
  const bought = { items: [{ lines: [early, late] }] };
  expect(visitsOf(bought).map(({ number }) => number)).toEqual([1, 2]);
  expect(visitsOf(bought, [{ ...late, quantity: 1 }])).toMatchObject([
    { number: 2, tickets: [{ name: 'Adult', quantity: 1 }] },
  ]);
  expect(visitsOf(bought, [])).toEqual([]);
});

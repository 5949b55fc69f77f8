import { describe, expect, it } from 'vitest';
import type { Line, LineTicket } from '../../../shop/values/checkout-values';
import { dayPlanOf } from './day-plan';

const quay = { latitude: 47.4027, longitude: -0.9598 };
/** Twenty-six minutes on foot. */
const castle = { latitude: 47.4027, longitude: -0.94 };

function ticket(name: string, time: string, over: Partial<LineTicket> = {}): LineTicket {
  return {
    name,
    occursAt: `2030-06-01T${time}:00+02:00`,
    sessionName: null,
    duration: 'PT60M',
    event: { id: name, name, venue: 'Quay', address: '', position: quay },
    ...over,
  };
}

const item = (...tickets: LineTicket[]) => {
  const line: Line = {
    catalogId: 'c',
    catalogName: 'River',
    timezone: 'Europe/Paris',
    productId: 'p',
    productName: 'Product',
    date: '2030-06-01',
    quantity: 1,
    unitAmount: '9.00',
    totalAmount: '9.00',
    tickets,
  };
  return { lines: [line] };
};

const at = (position: typeof quay, name: string) => ({ id: name, name, venue: name, address: '', position });

describe('the times of a booking', () => {
  it('that overlap are named, whatever was bought first', () => {
    const plan = dayPlanOf([item(ticket('Boat', '15:30')), item(ticket('Museum', '15:00'))], 'en');
    expect(plan).toMatchObject({ kind: 'overlap', legs: [{ kind: 'overlap' }] });
    expect(plan?.visits.map(({ from, until }) => [from, until])).toEqual([
      ['15:30', '16:30'],
      ['15:00', '16:00'],
    ]);
  });

  it('between which the way is long are named', () => {
    const far = item(ticket('Castle', '16:30', { event: at(castle, 'Castle') }));
    expect(dayPlanOf([item(ticket('Museum', '15:00')), far], 'en')).toMatchObject({ kind: 'tight' });
    const near = item(ticket('Castle', '16:30'));
    expect(dayPlanOf([item(ticket('Museum', '15:00')), near], 'en')).toBeNull();
  });

  it.each([
    ['of one visit for several types of tickets', item(ticket('Boat', '15:30'))],
    ['of another day', item(ticket('Museum', '15:30', { occursAt: '2030-06-02T15:30:00+02:00' }))],
    ['of no time', item(ticket('Museum', '15:30', { occursAt: null }))],
    ['that were called off', item(ticket('Museum', '15:30', { calledOff: 'cancelled' }))],
    [
      'within which one may arrive',
      item(ticket('Museum', '14:00', { duration: 'PT5H', arrivalWindow: true })),
    ],
  ])('are nothing to warn of: those %s', (_, other) => {
    expect(dayPlanOf([item(ticket('Boat', '15:30')), other], 'en')).toBeNull();
  });

  it('have their day if they are of several', () => {
    const items = [
      item(ticket('Boat', '15:30')),
      item(ticket('Museum', '15:00')),
      item(ticket('Castle', '10:00', { occursAt: '2030-06-02T10:00:00+02:00' })),
    ];
    expect(dayPlanOf(items, 'en')?.visits[0]?.from).toMatch(/1 Jun.*, 15:30$/);
  });
});

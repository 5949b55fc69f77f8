import { expect, it } from 'vitest';
import type { Line } from '../../values/checkout-values';
import { emailLineGroups, emailLines, emailReturns } from './email-lines';

const line: Line = {
  catalogId: 'c',
  catalogName: 'Harbour',
  timezone: 'Europe/Paris',
  productId: 'p',
  productName: 'Adult',
  date: '2030-05-04',
  quantity: 1,
  unitAmount: '18.00',
  totalAmount: '18.00',
  tickets: [],
};

const ticketsAt = (...venues: (string | null)[]): Line => ({
  ...line,
  tickets: venues.map((venue, index) => ({
    name: '',
    sessionName: null,
    occursAt: `2030-05-04T1${index}:00:00+02:00`,
    event: { id: 'e', name: 'Walk', venue },
  })),
});

const at = (hour: number) => ({ bold: `Saturday 4 May 2030, ${hour}:00` });
const detailsOf = (...lines: Line[]) => emailLines(lines, 'en').map(({ details }) => details);

it('a line is shown at its list price, as on the page of the order: what a voucher takes off is told once', () => {
  const reduced = { ...line, totalAmount: '16.20', discount: '1.80' };
  expect(emailLines([line, reduced], 'en').map(({ totalAmount }) => totalAmount)).toEqual(['18.00', '18.00']);
});

it('a place is named once for the tickets that follow each other, also across lines', () => {
  expect(detailsOf(ticketsAt('Quay', 'Quay', 'Museum'), ticketsAt('Museum', 'Quay'))).toEqual([
    [at(10), 'Walk', 'Quay', at(11), 'Walk', at(12), 'Walk', 'Museum'],
    [at(10), 'Walk', at(11), 'Walk', 'Quay'],
  ]);
});

it('where one meets is named below the place', () => {
  const walk = ticketsAt('Quay');
  const tickets = walk.tickets.map((one) => ({
    ...one,
    event: one.event && { ...one.event, meetingPoint: 'At the gangway, ten minutes before' },
  }));
  const meeting = 'Meeting point: At the gangway, ten minutes before';
  expect(detailsOf({ ...walk, tickets })).toEqual([[at(10), 'Walk', 'Quay', meeting]]);
  const without = tickets.map((one) => ({ ...one, event: one.event && { ...one.event, venue: null } }));
  expect(detailsOf({ ...walk, tickets: without })).toEqual([[at(10), 'Walk', meeting]]);
});

it('a place is named again after a ticket without one', () => {
  expect(detailsOf(ticketsAt('Quay', null, 'Quay'))).toEqual([
    [at(10), 'Walk', 'Quay', at(11), 'Walk', at(12), 'Walk', 'Quay'],
  ]);
});

it('the time comes first, then the event with the name of its session and the numbered seats, and the place last', () => {
  const [one] = ticketsAt('House').tickets;
  if (one === undefined) throw new Error('no ticket');
  const seats = [
    { name: 'stalls/D/3', section: 'Stalls', row: 'D', number: '3' },
    { name: 'stalls/D/4', section: 'Stalls', row: 'D', number: '4' },
  ];
  expect(detailsOf({ ...line, tickets: [{ ...one, sessionName: 'Tour in English', seats }] })).toEqual([
    [at(10), 'Walk · Tour in English · Stalls, row D, seat 3; Stalls, row D, seat 4', 'House'],
  ]);
});

it('the address stands behind the name of the place, once', () => {
  const [one] = ticketsAt('Quay 3').tickets;
  const event = one?.event ?? null;
  if (one === undefined || event === null) throw new Error('no ticket');
  const ticketAt = (address: string): Line => ({
    ...line,
    tickets: [{ ...one, event: { ...event, address } }],
  });
  for (const address of ['3 quay, Lyon', 'Quay 3, 3 quay, Lyon'])
    expect(detailsOf(ticketAt(address))).toEqual([[at(10), 'Walk', 'Quay 3, 3 quay, Lyon']]);
});

it('the rule is said once, or for each product if it differs', () => {
  const one = (productName: string, share: string): Line => ({
    ...ticketsAt('Quay'),
    productName,
    returns: { cancellation: { deadline: 'PT24H', share }, rebooking: null },
  });
  const all = 'Free cancellation until Friday 3 May 2030, 10:00.';
  expect(emailReturns([one('Adult', '1'), one('Child', '1')], 'en')).toEqual([all]);
  expect(emailReturns([one('Adult', '1'), one('Child', '0.5')], 'en')).toEqual([
    `Adult: ${all}`,
    'Child: Cancellation with 50% of the price back until Friday 3 May 2030, 10:00.',
  ]);
  expect(emailReturns([line], 'en')).toEqual([]);
});

it('what several tariffs are for, and when, is said once above them', () => {
  const [seated] = ticketsAt('House').tickets;
  if (seated === undefined) throw new Error('no ticket');
  const seats = [{ name: 'A/1', section: 'A', row: '1', number: '1' }];
  const adult = { ...line, productName: 'Walk, adult', tickets: [{ ...seated, seats }] };
  const child = { ...line, productId: 'q', productName: 'Walk, child', tickets: [seated] };
  expect(emailLineGroups([adult, child], 'en')).toEqual([
    {
      above: { title: 'Walk', details: [at(10), 'House'] },
      quantity: 1,
      title: 'adult',
      details: ['A, row 1, seat 1'],
      totalAmount: '18.00',
    },
    { quantity: 1, title: 'child', details: [], totalAmount: '18.00' },
  ]);
  expect(emailLineGroups([adult], 'en')).toEqual(emailLines([adult], 'en'));
});

import { describe, expect, it } from 'vitest';
import type { Order } from '../../contract/order';
import { afterLook, judgeLook, judgeOrders, type Evidence, type ReservationSeen } from './order-evidence';

/** An order for one reservation. */
const orderFor = (reservation: string, totalAmountInclTax = '18.00', id = `order-${reservation}`): Order => ({
  '@id': `/v1/booking/orders/${id}`,
  '@type': 'BookingOrder',
  id,
  createdAt: '2027-05-04T12:00:00Z',
  organization: '/v1/organizations/1',
  reference: 'ABC-123',
  externalReference: null,
  totalAmountInclTax,
  totalAmountExclTax: null,
  reservation: `/v1/booking/reservations/${reservation}`,
  customer: [],
  items: [],
  documents: [],
});

const both = ['r-1', 'r-2'];
const unclear = (why: string) => ({ kind: 'unclear', why });

describe('orders match the request', () => {
  it('when there is exactly one for each reservation, at the agreed total', () => {
    const orders = [orderFor('r-2', '18.05'), orderFor('r-1')];
    expect(judgeOrders({ reservationIds: both, total: '36.05', orders })).toEqual({
      kind: 'ordered',
      orders: [orders[1], orders[0]],
    });
  });

  it('also when one of them was found twice', () => {
    const orders = [orderFor('r-1'), orderFor('r-2'), orderFor('r-1')];
    expect(judgeOrders({ reservationIds: both, total: '36.00', orders })).toMatchObject({ kind: 'ordered' });
  });

  it.each([
    ['none was requested', [], '0.00', [], 'partly_ordered'],
    ['none was requested, and there is one', [], '18.00', [orderFor('r-1')], 'partly_ordered'],
    ['there is none', both, '36.00', [], 'partly_ordered'],
    ['there is one of two', both, '36.00', [orderFor('r-2', '36.00')], 'partly_ordered'],
    [
      'both are for the same reservation',
      both,
      '36.00',
      [orderFor('r-1'), orderFor('r-1', '18.00', 'order-2')],
      'partly_ordered',
    ],
    [
      'there are two for one reservation',
      both,
      '36.00',
      [orderFor('r-1'), orderFor('r-2'), orderFor('r-2', '18.00', 'order-3')],
      'ordered_twice',
    ],
    [
      'there is one for another reservation',
      both,
      '36.00',
      [orderFor('r-1'), orderFor('r-2'), orderFor('r-3', '0.00')],
      'ordered_twice',
    ],
    ['they cost a cent more', both, '35.99', [orderFor('r-1'), orderFor('r-2')], 'total_differs'],
    ['they cost a cent less', both, '36.01', [orderFor('r-1'), orderFor('r-2')], 'total_differs'],
    ['no total was agreed to', both, null, [orderFor('r-1'), orderFor('r-2')], 'total_differs'],
  ] as const)('not when %s', (_, reservationIds, total, orders, why) => {
    expect(judgeOrders({ reservationIds, total, orders })).toEqual(unclear(why));
  });

  it('not when the identifier of a reservation only ends like the requested one', () => {
    const orders = [{ ...orderFor('r-1'), reservation: '/v1/booking/reservations/other-r-1' }];
    expect(judgeOrders({ reservationIds: ['r-1'], total: '18.00', orders })).toEqual(
      unclear('partly_ordered'),
    );
  });
});

describe('the result of a lookup', () => {
  const look = (reservations: readonly ReservationSeen[], orders: Order[] = []) =>
    judgeLook({ reservationIds: both, total: '36.00', orders }, reservations);
  const named = { order: '/v1/booking/orders/order-r-1' };

  it.each([
    ['every reservation was read and names none', [{ order: null }, { order: null }], { kind: 'none' }],
    ['one could not be read', [{ order: null }, 'missing'], unclear('unreadable')],
    ['none could be read', ['missing', 'missing'], unclear('unreadable')],
    ['one names an order that was not seen', [named, { order: null }], unclear('unreadable')],
    ['there was no reservation to read', [], unclear('unreadable')],
  ] as const)('without an order, when %s', (_, reservations, expected) => {
    expect(look(reservations)).toEqual(expected);
  });

  it('with orders depends on them, whatever the reservations say', () => {
    for (const reservations of [[], ['missing', { order: null }], [{ order: null }]] as const) {
      expect(look(reservations, [orderFor('r-1'), orderFor('r-2')])).toMatchObject({ kind: 'ordered' });
      expect(look(reservations, [orderFor('r-1')])).toEqual(unclear('partly_ordered'));
    }
  });
});

describe('the step after a lookup', () => {
  const ordered: Evidence = { kind: 'ordered', orders: [] };
  const none: Evidence = { kind: 'none' };
  const unreadable: Evidence = { kind: 'unclear', why: 'unreadable' };
  const reasons = [null, 'expired', 'refused', 'other_orders', 'too_old'] as const;

  it('is to finish when there is an order, after any number of tries and wherever it was found', () => {
    for (const lookOnly of reasons)
      for (const listComplete of [true, false])
        for (const tries of [0, 8])
          expect(afterLook(ordered, { tries, lookOnly, listComplete, keepsKeys: false })).toBe('finish');
  });

  // One lookup less than the limit, the limit, and one more.
  it.each([
    ['none, and the list was complete', none, true, 4, 'request_again'],
    ['none, and the list was not complete', none, false, 8, 'request_again'],
    ['no clear result', unreadable, true, 8, 'call_staff'],
    ['no clear result, and the list was not complete', unreadable, false, 8, 'call_staff'],
  ] as const)('when the lookup found %s', (_, evidence, listComplete, from, step) => {
    const after = (tries: number) =>
      afterLook(evidence, { tries, lookOnly: null, listComplete, keepsKeys: false });
    expect([0, from - 1, from, from + 1].map(after)).toEqual(['look_again', 'look_again', step, step]);
  });

  it('is to request again at once only if nothing was found, and the server does the same request once', () => {
    const after = (evidence: Evidence, lookOnly: null | 'refused') =>
      afterLook(evidence, { tries: 0, lookOnly, listComplete: false, keepsKeys: true });
    expect(after(none, null)).toBe('request_again');
    expect(after(unreadable, null)).toBe('look_again');
    expect(after(none, 'refused')).toBe('look_again');
  });

  it.each([
    ['expired', none, true, 'reserve_again'],
    ['expired', none, false, 'call_staff'],
    ['expired', unreadable, true, 'call_staff'],
    ['refused', none, true, 'call_staff'],
    ['other_orders', none, true, 'call_staff'],
    ['too_old', none, true, 'call_staff'],
  ] as const)(
    'when the order is only looked up: %s, %o, list complete: %s',
    (lookOnly, evidence, listComplete, step) => {
      const after = (tries: number) =>
        afterLook(evidence, { tries, lookOnly, listComplete, keepsKeys: true });
      expect([0, 3, 4, 5].map(after)).toEqual(['look_again', 'look_again', step, step]);
    },
  );
});

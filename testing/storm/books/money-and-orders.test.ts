import { describe, expect, it } from 'vitest';
import {
  cancellation,
  type Change,
  checkout,
  found,
  purchase,
  reference,
  refund,
  reservation,
  shopRefund,
} from './agreeing-records';

const wrong: readonly [happened: string, found: string, change: Change][] = [
  [
    'money went back twice',
    'refunded twice',
    () => ({ provider: { refunds: [refund, { ...refund, id: 're_2' }] } }),
  ],
  [
    'money went back twice',
    'the money is not what the tickets cost',
    () => ({ provider: { refunds: [refund, { ...refund, id: 're_2' }] } }),
  ],
  [
    'money went back at the provider, and by hand',
    'the money is not what the tickets cost',
    () => ({ shop: { refunds: [{ ...shopRefund, state: 'settled', paidBack: 'cash' }] } }),
  ],
  [
    'a refund failed later, and nobody gave it back',
    'the money is not what the tickets cost',
    () => ({ provider: { refunds: [{ ...refund, status: 'failed' }] } }),
  ],
  ['nothing was refunded', 'a refund that was not made', () => ({ provider: { refunds: [] } })],
  [
    'another amount was refunded',
    'a refund of another amount',
    () => ({ provider: { refunds: [{ ...refund, amount: 1_999 }] } }),
  ],
  [
    'something was refunded that no cancellation asked for',
    'a refund for nothing',
    () => ({ provider: { refunds: [{ ...refund, metadata: { request: 'nobody' } }] } }),
  ],
  [
    'a refused cancellation was refunded',
    'a refund for nothing',
    () => ({ shop: { cancellations: [{ ...cancellation, state: 'refused' }], refunds: [] } }),
  ],
  [
    'more was refunded than paid',
    'more is refunded than was paid',
    () => ({ provider: { refunds: [{ ...refund, amount: 6_001 }] } }),
  ],
  [
    'a customer paid on two pages',
    'paid twice',
    ({ provider }) => ({
      provider: {
        sessions: [...provider.sessions, { id: 'cs_2', clientReferenceId: purchase, intentId: 'pi_2' }],
        intents: [...provider.intents, { id: 'pi_2', amountReceived: 6_000 }],
      },
    }),
  ],
  ['a customer paid, and has no order', 'paid, and no order', () => ({ service: { orders: [] } })],
  [
    'the service does not know an order of the shop',
    'an order that the service does not know',
    () => ({ service: { orders: [] } }),
  ],
  [
    'an order is without payment',
    'the money is not what the tickets cost',
    () => ({ provider: { sessions: [] } }),
  ],
  [
    'an order belongs to an expired purchase',
    'an order of a purchase that has none',
    () => ({ shop: { checkouts: [{ ...checkout, state: 'expired' }] } }),
  ],
  [
    'the shop does not know an order',
    'an order that the shop does not know',
    () => ({ shop: { placed: [] } }),
  ],
  [
    'an order has no purchase',
    'an order without a purchase',
    ({ service }) => ({
      service: { orders: [...service.orders, { id: 'o-2', reservationId: 'r-2', externalReference: 'XYZ' }] },
    }),
  ],
  [
    'one reservation was ordered twice',
    'ordered twice',
    ({ service }) => ({
      service: {
        orders: [
          ...service.orders,
          { id: 'o-2', reservationId: reservation.id, externalReference: reference },
        ],
      },
    }),
  ],
  [
    'the service has a discount of which the shop does not know',
    'the order costs something else than the purchase',
    ({ service }) => ({
      service: {
        reservations: service.reservations.map((one) => ({
          ...one,
          voucher: { use: 'u', code: 'TEN', discounts: ['10.00'] },
        })),
      },
    }),
  ],
  [
    'a purchase was never finished',
    'a purchase that does not end',
    () => ({ shop: { checkouts: [{ ...checkout, state: 'ordering' }] } }),
  ],
  [
    'the shop does not understand what the service has ordered',
    'a purchase that no program could finish',
    () => ({ shop: { checkouts: [{ ...checkout, state: 'attention', reason: 'orders_differ' }] } }),
  ],
  [
    'the service has not cancelled what the shop has refunded',
    'a cancellation that the service does not know',
    () => ({ service: { cancellations: [] } }),
  ],
];

describe('the books of a storm', () => {
  it.each(wrong)('show that %s: %s', (_, what, change) => {
    expect(found(change)).toContain(what);
  });
});

it('agree when tickets were cancelled without a refund, because the bank had taken the money back', () => {
  const lost = {
    id: 'du_1',
    checkoutId: purchase,
    kind: 'dispute',
    amount: '60.00',
    paidBack: null,
  } as const;
  const withDispute =
    (status: 'lost' | 'won'): Change =>
    () => ({
      shop: {
        incidents: [{ ...lost, status }],
        cancellations: [{ ...cancellation, amount: '0.00' }],
        refunds: [],
      },
      provider: { refunds: [] },
    });
  expect(found(withDispute('lost'))).not.toContain('the money is not what the tickets cost');
  expect(found(withDispute('won'))).toContain('the money is not what the tickets cost');
});

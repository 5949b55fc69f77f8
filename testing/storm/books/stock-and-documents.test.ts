import { describe, expect, it } from 'vitest';
import {
  type Change,
  checkout,
  creditNote,
  found,
  invoice,
  reservation,
  ticket,
  voucher,
} from './agreeing-records';
import type { Voucher } from './records';

const card: Voucher = { ...voucher, kind: 'balance', value: '20.00' };
const use = { ...reservation, id: 'r-9', orderId: 'o-9', voucherId: 'v-1', cancelledUnits: 0 };
const usedFor = (...discounts: string[]) => ({ ...use, voucher: { use: '1', code: 'CARD', discounts } });

/** The purchase is a gift card, whose code has paid for another order. */
const giftCard =
  (
    { status = 'valid', ...balance }: Partial<Voucher> & { status?: 'valid' | 'cancelled' },
    uses: readonly ReturnType<typeof usedFor>[] = [],
    returnedAmount: string | null = null,
  ): Change =>
  ({ service }) => ({
    service: {
      orders: [...service.orders, { id: 'o-9', reservationId: 'r-9', externalReference: 'ABC-9' }],
      reservations: [{ ...reservation, quantity: 1, giftCard: true }, ...uses],
      tickets: [{ ...ticket('v-1', 0, 'valid'), status, sessionId: null, seat: null }],
      vouchers: [{ ...card, ...balance }],
      cancellations:
        returnedAmount === null
          ? []
          : [
              {
                id: 'm-9',
                orderId: 'o-9',
                reference: 'CN-9',
                units: [0],
                refundAmount: '0.00',
                returnedAmount,
                rebookedTo: [],
              },
            ],
    },
  });

const moreThanBalance = 'a gift card pays for more than its balance, or less than nothing';
const wrong: readonly [happened: string, found: string, change: Change][] = [
  ['a gift card was spent twice', moreThanBalance, giftCard({}, [usedFor('12.00'), usedFor('8.01')])],
  ['more came back than was spent', moreThanBalance, giftCard({}, [usedFor('1.00')], '1.01')],
  [
    'more came back than the tickets took',
    'more goes back to a gift card than it paid',
    giftCard({}, [usedFor('1.00', '5.00')], '1.01'),
  ],
  [
    'a gift card is worth something else than was paid for it',
    'a gift card without its balance',
    giftCard({ value: '19.00' }),
  ],
  [
    'a used gift card was cancelled',
    'a cancelled gift card has paid for something',
    giftCard({ status: 'cancelled', disabled: true }, [usedFor('5.00')]),
  ],
  [
    'a cancelled gift card can be used',
    'a gift card can be used, and should not, or cannot',
    giftCard({ status: 'cancelled' }),
  ],
  [
    'two tickets have one seat',
    'a seat is sold twice',
    ({ service }) => ({
      service: {
        tickets: service.tickets.map((one) => ({ ...one, seat: service.tickets[1]?.seat ?? null })),
      },
    }),
  ],
  ['a sold seat was freed', 'a seat that is sold is free', () => ({ service: { takenSeats: [] } })],
  [
    'the seat of a cancelled ticket was not freed',
    'a seat is taken by nobody',
    ({ service }) => ({
      service: { takenSeats: [...service.takenSeats, { sessionId: 's-1', seat: 'stalls/A/1' }] },
    }),
  ],
  [
    'a number was left out',
    'the numbers of invoices have a gap',
    () => ({ shop: { invoices: [invoice, { ...creditNote, position: 3 }] } }),
  ],
  [
    'the last number was lost',
    'the numbers of invoices have a gap',
    () => ({ shop: { series: [{ code: 1, year: 2027, last: 3 }] } }),
  ],
  [
    'a purchase has no invoice',
    'not one invoice for a purchase',
    () => ({ shop: { invoices: [], series: [] } }),
  ],
  [
    'a purchase that was refunded has an invoice',
    'not one invoice for a purchase',
    () => ({ shop: { checkouts: [{ ...checkout, state: 'refunded' }] } }),
  ],
  [
    'a cancellation has no credit note',
    'the invoices are not what the tickets cost',
    () => ({ shop: { invoices: [invoice], series: [{ code: 1, year: 2027, last: 1 }] } }),
  ],
];

describe('the books of seats, gift cards and invoices', () => {
  it.each(wrong)('show that %s: %s', (_, what, change) => {
    expect(found(change)).toContain(what);
  });

  it('allow a credit note to be missing if the bank has returned the money', () => {
    const waived: Change = ({ shop }) => ({
      shop: {
        invoices: [invoice],
        series: [{ code: 1, year: 2027, last: 1 }],
        refunds: shop.refunds.map((one) => ({ ...one, state: 'waived' })),
      },
    });
    expect(found(waived)).not.toContain('the invoices are not what the tickets cost');
  });

  it('allow a voucher to be used again for what its tickets were exchanged for', () => {
    const used = (id: string, orderId: string) => ({
      ...reservation,
      id,
      orderId,
      quantity: 1,
      voucherId: 'v-1',
      voucher: { use: '1', code: 'FIVE', discounts: ['5.00'] },
    });
    const uses: Change = ({ service }) => ({
      service: {
        reservations: [used('r-1', 'o-1'), used('r-2', 'o-2')],
        vouchers: [voucher],
        cancellations: service.cancellations.map((one) => ({ ...one, rebookedTo: ['o-2'] })),
      },
    });
    const tooMuch = 'a voucher took off too much';
    expect(found(uses)).not.toContain(tooMuch);
    const twice: Change = (records) => ({ service: { ...uses(records).service, cancellations: [] } });
    expect(found(twice)).toContain(tooMuch);
  });

  it('allow a gift card to be used in parts, and what came back to be used again', () => {
    const told = found(giftCard({}, [usedFor('19.00', '1.00')], '19.00'));
    expect(told.filter((what) => what.includes('gift card'))).toEqual([]);
  });
});

import { differencesIn } from './books';
import type { Cancellation, Checkout, Records, ShopRefund, Voucher } from './records';

export const now = new Date('2027-05-01T12:00:00Z');
export const [purchase, payment, order] = ['c-1', 'p-1', 'o-1'];
export const reference = 'ABC-1';

export const checkout: Checkout = {
  id: purchase,
  reference,
  state: 'ordered',
  reason: null,
  settledAs: null,
  total: '60.00',
  credit: '0.00',
  channel: 'web',
  email: 'ada@example.org',
  customer: { firstname: 'Ada', lastname: 'M', email: 'ada@example.org', country: 'FR', language: 'en' },
};
export const cancellation: Cancellation = {
  id: 'x-1',
  checkoutId: purchase,
  orderId: order,
  tickets: ['/tickets/t-1'],
  state: 'cancelled',
  amount: '20.00',
  rebookedTo: null,
  reference: 'CN-1',
  document: '/v1/booking/documents/d-1',
  problem: null,
};
export const shopRefund: ShopRefund = {
  id: 'f-1',
  checkoutId: purchase,
  paymentId: payment,
  cause: 'cancelled_tickets',
  cancellationId: 'x-1',
  amount: '20.00',
  state: 'done',
  problem: null,
  refundId: 're_1',
  paidBack: null,
};
export const refund = {
  id: 're_1',
  intentId: 'pi_1',
  amount: 2_000,
  status: 'succeeded' as const,
  metadata: { request: 'f-1' },
};
export const reservation = {
  id: 'r-1',
  orderId: order,
  quantity: 3,
  unitAmount: '20.00',
  cancelledUnits: 1,
  giftCard: false,
  voucherId: null,
  voucher: null,
  releasedAt: null,
  expiresAt: now,
} as const;
export const voucher: Voucher = {
  id: 'v-1',
  code: 'FIVE',
  kind: 'amount',
  value: '5.00',
  maximumUses: null,
  minimumAmount: null,
  disabled: false,
};
export const cancellationEmail = {
  id: '2',
  subject: `Tickets cancelled – booking ${reference}`,
  text: 'Confirmation of cancellation CN-1',
};
export const cancellationNote = {
  checkoutId: purchase,
  what: 'mail_sent' as const,
  detail: { kind: 'cancelled' },
};
export const ticket = (id: string, position: number, status: 'valid' | 'cancelled') => ({
  id,
  orderId: order,
  position,
  status,
  sessionId: 's-1',
  seat: seatOf(`${position + 1}`),
});
const seatOf = (number: string) => ({
  name: `stalls/A/${number}`,
  section: { en: 'Stalls' },
  row: 'A',
  number,
});
export const invoice = {
  checkoutId: purchase,
  kind: 'invoice' as const,
  number: '1-2027-1',
  code: 1,
  year: 2027,
  position: 1,
  cause: 'purchase',
  total: '60.00',
};
export const creditNote = {
  ...invoice,
  kind: 'credit_note' as const,
  number: '1-2027-2',
  position: 2,
  cause: 'cancellation x-1',
  total: '20.00',
};

/** One purchase of three tickets, of which one was cancelled and refunded. All books agree. */
export function agreeing(): Records {
  return {
    shop: {
      checkouts: [checkout],
      payments: [
        {
          id: payment,
          checkoutId: purchase,
          amount: '60.00',
          state: 'paid',
          method: 'provider',
          intent: 'pi_1',
          refundedAt: null,
        },
      ],
      placed: [{ id: order, checkoutId: purchase }],
      cancellations: [cancellation],
      refunds: [shopRefund],
      noted: [cancellationNote],
      rebookings: [],
      incidents: [],
      blocks: [],
      invoices: [invoice, creditNote],
      series: [{ code: 1, year: 2027, last: 2 }],
      changedOrders: [],
    },
    service: {
      orders: [{ id: order, reservationId: reservation.id, externalReference: reference }],
      reservations: [reservation],
      cancellations: [
        {
          id: 'm-1',
          orderId: order,
          reference: 'CN-1',
          units: [0],
          refundAmount: '20.00',
          returnedAmount: '0.00',
          rebookedTo: [],
        },
      ],
      tickets: [ticket('t-1', 0, 'cancelled'), ticket('t-2', 1, 'valid'), ticket('t-3', 2, 'valid')],
      vouchers: [],
      counters: [{ id: 's-1', capacity: 10, held: 0, sold: 2 }],
      holds: [],
      takenSeats: [
        { sessionId: 's-1', seat: 'stalls/A/2' },
        { sessionId: 's-1', seat: 'stalls/A/3' },
      ],
    },
    provider: {
      sessions: [{ id: 'cs_1', clientReferenceId: purchase, intentId: 'pi_1' }],
      intents: [{ id: 'pi_1', amountReceived: 6_000 }],
      refunds: [refund],
    },
    emails: [{ id: '1', subject: `Your tickets – booking ${reference}`, text: '' }, cancellationEmail],
  };
}

/** What is different in other books. */
export type Change = (records: Records) => {
  [Side in keyof Records]?: Records[Side] extends readonly unknown[] ? Records[Side] : Partial<Records[Side]>;
};

export function changed(change: Change): Records {
  const { shop, service, provider, emails } = agreeing();
  const other = change(agreeing());
  return {
    shop: { ...shop, ...other.shop },
    service: { ...service, ...other.service },
    provider: { ...provider, ...other.provider },
    emails: other.emails ?? emails,
  };
}

/** What the judge finds in books with a difference. */
export const found = (change: Change) => differencesIn(changed(change), now).map(({ what }) => what);

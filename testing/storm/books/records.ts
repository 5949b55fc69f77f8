import type { cancellationTable } from '@/lib/shop/tables/cancellation-table';
import type { changedOrderTable } from '@/lib/shop/tables/event-change-table';
import type { paymentIncidentTable, ticketBlockTable } from '@/lib/shop/tables/incident-table';
import type { invoiceSeriesTable, invoiceTable } from '@/lib/shop/tables/invoice-table';
import type { rebookingTable } from '@/lib/shop/tables/rebooking-table';
import type { placedOrderTable, timelineTable } from '@/lib/shop/tables/checkout-table';
import type { counterTable, holdTable, takenSeatTable } from '@/service/availability/availability-table';
import type {
  cancellationTable as madeCancellationTable,
  itemTicketTable,
  orderTable,
} from '@/service/order/order-table';
import type { reservationTable } from '@/service/reservation/reservation-table';
import type { voucherTable } from '@/service/voucher/voucher-table';
import type { Checkout as ShopCheckout, Payment as ShopPayment } from '@/lib/shop/rules/checkout';
import type { refundTable } from '@/lib/shop/tables/refund-table';
import type { CheckoutSession, PaymentIntent, Refund } from '@/testing/fakes/stripe/records';

/** Some columns of the rows of a table. */
type Row<Table extends { $inferSelect: object }, Column extends keyof Table['$inferSelect']> = Pick<
  Table['$inferSelect'],
  Column
>;

export type Checkout = Pick<
  ShopCheckout,
  | 'id'
  | 'reference'
  | 'state'
  | 'reason'
  | 'settledAs'
  | 'total'
  | 'credit'
  | 'channel'
  | 'email'
  | 'customer'
>;
export type Payment = Pick<
  ShopPayment,
  'id' | 'checkoutId' | 'amount' | 'state' | 'method' | 'intent' | 'refundedAt'
>;
export type Cancellation = Row<
  typeof cancellationTable,
  | 'id'
  | 'checkoutId'
  | 'orderId'
  | 'tickets'
  | 'state'
  | 'amount'
  | 'rebookedTo'
  | 'reference'
  | 'document'
  | 'problem'
>;
/** What the shop has asked of the provider, or what staff have returned. */
export type ShopRefund = Row<
  typeof refundTable,
  | 'id'
  | 'checkoutId'
  | 'paymentId'
  | 'cause'
  | 'cancellationId'
  | 'amount'
  | 'state'
  | 'problem'
  | 'refundId'
  | 'paidBack'
>;
export type Incident = Row<
  typeof paymentIncidentTable,
  'id' | 'checkoutId' | 'kind' | 'status' | 'amount' | 'paidBack'
>;
export type Order = Row<typeof orderTable, 'id' | 'reservationId' | 'externalReference'>;
export type Reservation = Row<
  typeof reservationTable,
  | 'id'
  | 'orderId'
  | 'quantity'
  | 'unitAmount'
  | 'cancelledUnits'
  | 'voucherId'
  | 'voucher'
  | 'giftCard'
  | 'releasedAt'
  | 'expiresAt'
>;
export type MadeCancellation = Row<
  typeof madeCancellationTable,
  'id' | 'orderId' | 'reference' | 'units' | 'refundAmount' | 'returnedAmount' | 'rebookedTo'
>;
export type Ticket = Row<
  typeof itemTicketTable,
  'id' | 'orderId' | 'position' | 'status' | 'sessionId' | 'seat'
>;
export type Voucher = Row<
  typeof voucherTable,
  'id' | 'code' | 'kind' | 'value' | 'maximumUses' | 'minimumAmount' | 'disabled'
>;
export type Counter = Row<typeof counterTable, 'id' | 'capacity' | 'held' | 'sold'>;

/** An e-mail; one that was sent several times is there once. */
export interface Email {
  id: string;
  subject: string;
  text: string;
}

/** Everything that the shop and its partners have written about the purchases of a storm, when nothing happens any more. */
export interface Records {
  shop: {
    checkouts: readonly Checkout[];
    payments: readonly Payment[];
    placed: readonly Row<typeof placedOrderTable, 'id' | 'checkoutId'>[];
    cancellations: readonly Cancellation[];
    refunds: readonly ShopRefund[];
    rebookings: readonly Row<typeof rebookingTable, 'checkoutId' | 'earlierId'>[];
    incidents: readonly Incident[];
    blocks: readonly Row<typeof ticketBlockTable, 'checkoutId'>[];
    /** What the shop has noted in the timelines of purchases. */
    noted: readonly Row<typeof timelineTable, 'checkoutId' | 'what' | 'detail'>[];
    invoices: readonly Row<
      typeof invoiceTable,
      'checkoutId' | 'kind' | 'number' | 'code' | 'year' | 'position' | 'cause' | 'total'
    >[];
    series: readonly Row<typeof invoiceSeriesTable, 'code' | 'year' | 'last'>[];
    changedOrders: readonly Row<typeof changedOrderTable, 'checkoutId' | 'rebookedTo' | 'cancellationId'>[];
  };
  service: {
    orders: readonly Order[];
    reservations: readonly Reservation[];
    cancellations: readonly MadeCancellation[];
    tickets: readonly Ticket[];
    vouchers: readonly Voucher[];
    counters: readonly Counter[];
    holds: readonly Row<typeof holdTable, 'counterId' | 'units'>[];
    takenSeats: readonly Row<typeof takenSeatTable, 'sessionId' | 'seat'>[];
  };
  provider: {
    sessions: readonly Pick<CheckoutSession, 'id' | 'clientReferenceId' | 'intentId'>[];
    intents: readonly Pick<PaymentIntent, 'id' | 'amountReceived'>[];
    refunds: readonly Pick<Refund, 'id' | 'intentId' | 'amount' | 'status' | 'metadata'>[];
  };
  emails: readonly Email[];
}

/** Two books that do not agree. `references`: of the purchases that it is about. */
export interface Difference {
  what: string;
  references: readonly string[];
  detail: unknown;
}
export type Tell = (what: string, references: readonly string[], detail?: unknown) => void;

/** What the books need to know of records again and again. */
export interface Index {
  checkout: ReadonlyMap<string, Checkout>;
  reservation: ReadonlyMap<string, Reservation>;
  /** By the reference of their purchase. */
  orders: ReadonlyMap<string, readonly Order[]>;
  /** By order. */
  purchase: ReadonlyMap<string, Checkout>;
  tickets: ReadonlyMap<string, readonly Ticket[]>;
  made: ReadonlyMap<string, readonly MadeCancellation[]>;
  /** Of an order, in cents. */
  totalOf: (order: Order) => number;
  /** The number of units of an order, and those of them that were cancelled. */
  unitsOf: (orderId: string) => { quantity: number; cancelled: readonly number[] };
  /** The unit that a ticket belongs to. */
  unitOf: (ticket: Ticket) => number;
  referencesOf: (checkoutId: string) => readonly string[];
}

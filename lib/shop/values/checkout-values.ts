import { z } from 'zod';
import type { Accent } from '../../contract/accent';
import type { Seat } from '../../contract/seat';
import type { ReturnRules } from '../../locale/return-sentence';
import type { CheckoutEvent } from './checkout-state';

/** What the customer typed, unchanged, so that nothing is lost between two tries. */
export const entriesSchema = z.object({
  firstname: z.string().max(300).default(''),
  lastname: z.string().max(300).default(''),
  email: z.string().max(300).default(''),
  phone: z.string().max(300).default(''),
  country: z.string().max(300).default(''),
  /** Company, its address and VAT number, and answers to the questions of issuers, by the names of their fields. */
  more: z.record(z.string(), z.array(z.string())).optional(),
});
export type Entries = z.infer<typeof entriesSchema>;

/** For whom an invoice is made out, if it is a company. */
export interface Invoice {
  company: string;
  /** Of several lines; missing in what was stored before it was asked for. */
  address?: string;
  vatNumber: string | null;
}

/** To whom a booking is given. */
export interface Gift {
  name: string;
  email: string;
  /** Of several lines; empty: none. */
  message: string;
  /** YYYY-MM-DD, in the time zone of the shop: when it is sent; null: as soon as there is an order. */
  date: string | null;
}

/** The answers for one unit of an item: its key, and the position of the unit. */
export interface UnitAnswers {
  item: string;
  unit: number;
  answers: { field: string; value: unknown }[];
}

/** How staff settle what no program can: they refunded the money, made the order, or found nothing to do. */
export const settlements = ['refunded', 'ordered', 'nothing'] as const;
export type Settlement = (typeof settlements)[number];

/**
 * Why an order is only looked up: a later request was refused because a reservation has expired, or for
 * another reason; the response named other orders than were requested; it was requested for a day; the purchase was made
 * again after a restore, and may have been ordered before.
 */
export const lookOnlyReasons = ['expired', 'refused', 'other_orders', 'too_old', 'restored'] as const;
export type LookOnly = (typeof lookOnlyReasons)[number];

export const channels = ['web', 'counter'] as const;
export const paymentMethods = ['provider', 'cash', 'terminal'] as const;

/** How staff have paid money back: at the counter, on the provider's pages, or otherwise, as by bank transfer. */
export const paidBackWays = ['cash', 'terminal', 'provider', 'other'] as const;
export type PaidBackWay = (typeof paidBackWays)[number];
/** Those with a till. */
export const counterWays = ['cash', 'terminal'] as const satisfies readonly PaidBackWay[];
export type CounterWay = (typeof counterWays)[number];

/** How money comes and goes. */
export const moneyMethods = [...paymentMethods, 'other'] as const;
export const paymentStates = ['opening', 'open', 'authorized', 'paid', 'closed'] as const;

/** Why there is no order, as the customer is told. */
export const notCompletedReasons = ['sold_out', 'price_changed', 'order_refused'] as const;

/** Why a checkout was refunded, what staff have to look at, or that it was made again. */
export type Reason =
  | (typeof notCompletedReasons)[number]
  | 'amount_differs'
  | 'order_unknown'
  | 'orders_differ'
  | 'payment_unknown'
  | 'refund_failed'
  | 'capture_failed'
  | 'void_failed'
  /** Paid at the counter: staff return the money there. */
  | 'pay_back_at_counter'
  /** Made again from its payment, or continued, after the database was restored to an earlier moment. */
  | 'restored';

/** What a timeline can contain: the transitions, and what happens between and after them. */
export type TimelineEvent =
  | CheckoutEvent['kind']
  | 'held'
  | 'hold_extended'
  | 'answers_sent'
  | 'item_added'
  | 'item_changed'
  | 'item_removed'
  | 'order_looked_up'
  | 'overdue'
  | 'payment_unexpected'
  | 'unexpected_refunded'
  | 'mail_sent'
  | 'mail_failed'
  | 'mail_requeued'
  | 'mail_acknowledged'
  | 'mail_copied'
  | 'email_changed'
  | 'phone_changed'
  | 'invoice_corrected'
  | 'gift_changed'
  | 'ticket_correction'
  | 'ticket_correction_refused'
  | 'answers_correction'
  | 'documents_late'
  | 'document_downloaded'
  | 'links_revoked'
  | 'personal_data_erased'
  | 'settled_by_hand'
  | 'refund_seen'
  | 'refund_undelivered'
  | 'refund_repeated'
  | 'refunded_at_provider'
  | 'fraud_warning'
  | 'dispute_open'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_closed'
  | 'dispute_answered'
  | 'dispute_marked'
  | 'dispute_funds_withdrawn'
  | 'dispute_funds_reinstated'
  | 'incident_acknowledged'
  | 'tickets_blocked'
  | 'tickets_asked'
  | 'tickets_unblocked'
  | 'cancellation_requested'
  | 'cancellation_made'
  | 'cancellation_refused'
  | 'cancellation_refunded'
  | 'event_change_told'
  | 'changed_order_settled'
  | 'tickets_credited'
  | 'credit_lost'
  | 'tickets_exchanged'
  | 'sold_at_counter'
  | 'tickets_given'
  | 'voucher_applied'
  | 'voucher_removed'
  | 'voucher_lost'
  | 'cancellation_stuck'
  | 'cancellation_retried'
  | 'cancellation_settled'
  | 'goodwill_requested'
  | 'goodwill_refunded'
  | 'goodwill_stuck';

/** `address`, `position`: of the venue, in degrees (WGS 84); missing in what was stored before they were. */
interface LineEvent {
  id: string;
  name: string;
  venue: string | null;
  address?: string;
  position?: { latitude: number; longitude: number } | null;
  /** Where exactly one meets, and how early; missing: at the venue. */
  meetingPoint?: string | undefined;
}

/** A ticket of a line: what it gives access to, and when. */
export interface LineTicket {
  name: string;
  /** ISO 8601; null when the ticket is valid at any time of the line's day. */
  occursAt: string | null;
  sessionName: string | null;
  /** ISO 8601: when it took place when it was chosen; missing: it takes place then. */
  movedFrom?: string;
  /** The issuer has called the session off, for good or until it has a new date; missing: it takes place. */
  calledOff?: 'cancelled' | 'postponed';
  /** How often time or place have changed, or whether it takes place, since it was chosen; missing: never. */
  changes?: number;
  /** ISO 8601, of the session; missing in what was stored before it was. */
  duration?: string | null;
  /** True: one may arrive during all of `duration`. */
  arrivalWindow?: boolean;
  event: LineEvent | null;
  /** The numbered seats, one for each unit of the line; missing: they are not numbered. */
  seats?: Seat[] | undefined;
}

/** The description of a reservation in one language. It is stored because catalogues remove past events. */
export interface Line {
  /** The language of its texts, if it is not the one of the description; missing in what was stored before it was. */
  lang?: string;
  catalogId: string;
  catalogName: string;
  /** The colour that its issuer has chosen; missing: none, also in what was stored before there were any. */
  accent?: Accent;
  timezone: string | null;
  productId: string;
  productName: string;
  /** YYYY-MM-DD */
  date: string | null;
  quantity: number;
  unitAmount: string;
  /** After what a voucher takes off. */
  totalAmount: string;
  /** What a voucher takes off; missing in what was stored before it was, and without one. */
  discount?: string;
  /** How customers may cancel and exchange it, as its reservation says it. */
  returns?: ReturnRules;
  /** Each unit is a gift card, valid until the end of `date`. */
  giftCard?: true;
  tickets: LineTicket[];
}

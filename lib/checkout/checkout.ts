import { z } from 'zod';
import { customerSchema } from '../contract/customer';
import { amountSchema, daySchema, instantSchema } from '../contract/values';
import { reservationSchema } from '../contract/reservation';
import { languages } from '../locale/languages';
import { stateSchema } from './checkout-state';

/** What the customer typed, as typed: nothing of it is lost between two tries. */
export const entriesSchema = z.object({
  firstname: z.string().max(300).default(''),
  lastname: z.string().max(300).default(''),
  email: z.string().max(300).default(''),
  phone: z.string().max(300).default(''),
  country: z.string().max(300).default(''),
});
export type Entries = z.infer<typeof entriesSchema>;

/** How a person settles what no machine can: gave the money back, made the order, or found that nothing was to do. */
const settlements = ['refunded', 'ordered', 'nothing'] as const;
export type Settlement = (typeof settlements)[number];

/**
 * Why an order is only looked for: a later request was refused because a reservation has expired, or for another reason;
 * the response named other orders than were requested; it was requested for a day.
 */
const lookOnlyReasons = ['expired', 'refused', 'other_orders', 'too_old'] as const;
export type LookOnly = (typeof lookOnlyReasons)[number];

/** One attempt to buy, as its row tells it. `holdAlive` and `secondsLeft` are judged by the database's clock. */
export const checkoutSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: stateSchema,
  version: z.int(),
  enteredAt: z.date(),
  /** When staff were told that the state lasts too long; null when they were not. */
  escalatedAt: z.date().nullable(),
  createdAt: z.date(),
  language: z.enum(languages),
  entries: entriesSchema,
  customer: customerSchema.nullable(),
  total: amountSchema.nullable(),
  expiresAt: z.date(),
  holdAlive: z.boolean(),
  secondsLeft: z.int(),
  /** How long the hold is over. */
  secondsOver: z.int(),
  secondsInState: z.int(),
  reason: z.string().nullable(),
  /** What a person did about it, in `attention`; null: nobody has settled it yet. */
  settledAs: z.enum(settlements).nullable(),
  tries: z.int(),
  /** While `ordering`: the service may have been asked. */
  asked: z.boolean(),
  /** While `ordering`: an earlier request may have been carried out without our knowing. */
  ambiguous: z.boolean(),
  /** While `ordering`: why no further request may be made; null: one may. */
  lookOnly: z.enum(lookOnlyReasons).nullable(),
  dueAt: z.date().nullable(),
  /** When the person was taken out of it, because that was kept for long enough. */
  anonymisedAt: z.date().nullable(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** A ticket of a line: what it gives access to, and when. */
export const lineTicketSchema = z.object({
  name: z.string(),
  /** Null when the ticket is good for any time of the line's day. */
  occursAt: instantSchema.nullable(),
  sessionName: z.string().nullable(),
  event: z.object({ id: z.string(), name: z.string(), venue: z.string().nullable() }).nullable(),
});

/** What was reserved, in words of one language: kept, because catalogues forget what is over. */
export const lineSchema = z.object({
  catalogId: z.string(),
  catalogName: z.string(),
  timezone: z.string().nullable(),
  productId: z.string(),
  productName: z.string(),
  date: daySchema.nullable(),
  quantity: z.int(),
  unitAmount: amountSchema,
  totalAmount: amountSchema,
  tickets: z.array(lineTicketSchema),
});
export type Line = z.infer<typeof lineSchema>;
export type LineTicket = z.infer<typeof lineTicketSchema>;

/** A reservation that a checkout holds. */
export const holdSchema = z.object({
  id: z.string(),
  checkoutId: z.string(),
  catalogId: z.string(),
  reservationId: z.string(),
  reservation: reservationSchema,
  descriptions: z.record(z.string(), z.array(lineSchema)),
  expiresAt: z.date(),
});
export type Hold = z.infer<typeof holdSchema>;

export const paymentStates = ['opening', 'open', 'authorized', 'paid', 'closed'] as const;

/** Of a payment: it can still be paid. */
export function isUnsettled(state: string): boolean {
  return state === 'opening' || state === 'open';
}

/** Of a payment, here or at the provider: the shop has the money, or has it set aside. */
export function isSecured(status: string | null | undefined): boolean {
  return status === 'paid' || status === 'authorized';
}

/**
 * Whether it is certain that the customer was charged nothing: no payment can still be made, and none was. Not in
 * `paying`: there only the provider knows.
 */
export function isUncharged(
  { state }: Pick<Checkout, 'state'>,
  payments: readonly Pick<Payment, 'state'>[],
): boolean {
  const isOver = state === 'held' || state === 'expired' || state === 'cancelled' || state === 'voided';
  return isOver && payments.every((payment) => payment.state === 'closed');
}

/** A payment asked for at the provider. `sessionId` null: the provider's answer was not stored (yet). */
export const paymentSchema = z.object({
  id: z.string(),
  checkoutId: z.string(),
  amount: amountSchema,
  state: z.enum(paymentStates),
  /** `manual`: the money is set aside when the customer pays, and taken when there is an order. */
  capture: z.enum(['automatic', 'manual']),
  sessionId: z.string().nullable(),
  intent: z.string().nullable(),
  pageExpiresAt: z.date(),
  createdAt: z.date(),
  settledAt: z.date().nullable(),
  refundId: z.string().nullable(),
  refundedAt: z.date().nullable(),
  /** How many refund requests were answered with an error that the provider keeps under their key. */
  refundAttempts: z.int(),
  /** How staff settled a payment that the checkout had no use for. */
  settledAs: z.enum(settlements).nullable(),
  /** Where it can be paid, as long as the page is open. */
  pageUrl: z.string().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

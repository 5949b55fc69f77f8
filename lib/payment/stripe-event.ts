import { z } from 'zod';
import { fromCents } from '../money/money';
import type { PaymentEvent } from './payment';

/** The types of events that the shop handles; Stripe accepts at most 20 of them in a list request. */
export const handledTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
] as const;

const name = z.string().min(1).max(255);

/** An id, or the object with its id if it was expanded. */
const reference = z.union([name, z.object({ id: name }).transform(({ id }) => id)]);

/** Anything else refers to nothing. */
const pointer = reference
  .nullish()
  .transform((id) => id ?? null)
  .catch(null);

const eventSchema = z.object({
  id: name,
  type: name,
  created: z.int(),
  data: z.object({
    object: z.looseObject({
      id: z.string().optional(),
      object: z.string().optional(),
      client_reference_id: z.string().nullable().optional(),
      payment_intent: pointer,
      charge: pointer,
    }),
  }),
});

const paidSessionSchema = z.object({
  object: z.literal('checkout.session'),
  mode: z.literal('payment'),
  status: z.literal('complete'),
  // A payment that is only authorized is `unpaid`.
  payment_status: z.literal('paid'),
  amount_total: z.int().nonnegative(),
  currency: z.string().length(3),
  payment_intent: reference,
});

/** Reads an event (https://docs.stripe.com/api/events/object). Null for anything else. */
export function readStripeEvent(given: unknown): PaymentEvent | null {
  const event = eventSchema.safeParse(given);
  if (!event.success) return null;
  const { id, type, created, data } = event.data;
  const { object } = data;
  const isSession = object.object === 'checkout.session';
  return {
    kind: 'event',
    id,
    type,
    createdAt: new Date(created * 1000),
    sessionId: isSession ? (object.id ?? null) : null,
    checkoutId: isSession ? (object.client_reference_id ?? null) : null,
    objectId: object.id ?? null,
    intent: object.payment_intent,
    charge: object.object === 'charge' ? (object.id ?? null) : object.charge,
    paid: readPaid(type, object),
  };
}

function readPaid(type: string, object: unknown): PaymentEvent['paid'] {
  if (type !== 'checkout.session.completed' && type !== 'checkout.session.async_payment_succeeded')
    return null;
  const session = paidSessionSchema.safeParse(object);
  if (!session.success) return null;
  const { amount_total: cents, currency, payment_intent: intent } = session.data;
  return { amount: fromCents(cents), currency: currency.toUpperCase(), intent };
}

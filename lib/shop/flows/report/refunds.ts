import { sql, type SQL } from 'drizzle-orm';
import { isWithin, type Period } from './period';

/** What the payments of purchases return for a cancellation, now or later. Without what staff return from no payment. */
const refunded = sql`(
  select coalesce(sum(refund.amount), 0) from storefront.refund
  where refund.cancellation_id = one.id and refund.state <> 'waived' and refund.payment_id is not null)`;

/** What of the price of exchanged tickets has paid for others; the rest is refunded. */
const exchanged = sql`greatest(coalesce(others.credit, 0) - one.amount, 0)`;

const cancelled = sql`storefront.cancellation one
  left join storefront.checkout others on others.id = one.rebooked_to
  where one.state = 'cancelled'`;

/**
 * For each cancellation of a period: its order, its tickets, what is refunded for them from all payments, and what of their
 * price has paid for the tickets for which they were exchanged.
 */
export function refundsWithin(period: Period): SQL {
  return sql`select one.id, one.checkout_id, one.order_id, one.tickets, one.created_at as at,
      ${refunded} as amount, ${exchanged} as exchanged
    from ${cancelled} and ${isWithin(sql`one.created_at`, period)}`;
}

/** What is refunded of an order in all, and exchanged, and which of its tickets are cancelled. For a lateral join. */
export const refundsOfOrder = sql`select coalesce(sum(${refunded}), 0) as refunded,
    coalesce(sum(${exchanged}), 0) as exchanged, coalesce(jsonb_agg(one.tickets), '[]'::jsonb) as cancelled
  from ${cancelled} and one.checkout_id = placed.checkout_id and one.order_id = placed.id`;

/**
 * What staff have refunded at the provider's pages of all orders of a purchase, without what they have said to be the
 * refund of cancelled tickets: that counts with these.
 */
export const refundedBesides = sql`greatest(0,
  (select coalesce(sum(incident.amount), 0) from storefront.payment_incident incident
    where incident.checkout_id = placed.checkout_id and incident.kind = 'refunded_at_provider' and incident.currency = 'EUR')
  - (select coalesce(sum(refund.amount), 0) from storefront.refund
    where refund.checkout_id = placed.checkout_id and refund.cause = 'cancelled_tickets' and refund.paid_back = 'provider'))`;

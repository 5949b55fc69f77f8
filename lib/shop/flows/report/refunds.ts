import { sql, type SQL } from 'drizzle-orm';
import { creditedAmount } from '../../data/credit-store';
import { isOfPart } from '../../tables/refund-table';

/** It is owed: the provider has not confirmed it, or staff have not paid it back. */
const isOpen = sql`refund.state in ('planned', 'due', 'failed')`;

/**
 * What the payments of purchases return for a cancellation, now or later. Without what staff return from no payment. Needs
 * `cancellation` in scope.
 */
const refundedAmount = sql`(
  select coalesce(sum(refund.amount), 0) from storefront.refund
  where refund.cancellation_id = cancellation.id and refund.state <> 'waived' and refund.payment_id is not null)`;

/** What of it is not paid yet. */
const openAmount = sql`(
  select coalesce(sum(refund.amount), 0) from storefront.refund
  where refund.cancellation_id = cancellation.id and ${isOpen} and refund.payment_id is not null)`;

/** `from` and `where` of the cancellations that were made, which callers extend with `and`. */
const fromCancellations = sql`storefront.cancellation as cancellation
  left join storefront.checkout as replacement on replacement.id = cancellation.rebooked_to
  where cancellation.state = 'cancelled'`;

/**
 * For each cancellation under a condition: its order, its tickets, what is refunded for them from all payments, and what of their
 * price has paid for the tickets for which they were exchanged.
 */
export function refundsWhere(condition: SQL): SQL {
  return sql`select cancellation.id, cancellation.checkout_id, cancellation.order_id, cancellation.tickets,
      cancellation.created_at as at,
      ${refundedAmount} as amount, ${creditedAmount} as exchanged
    from ${fromCancellations} and ${condition}`;
}

/**
 * What was refunded of an order in all, what is still to be, what was exchanged, and which of its tickets are cancelled. For a
 * lateral join: needs `placed` (placed_order) in scope.
 */
export const refundsOfOrder = sql`select coalesce(sum(${refundedAmount} - ${openAmount}), 0) as refunded,
    coalesce(sum(${openAmount}), 0) as "toRefund",
    coalesce(sum(${creditedAmount}), 0) as exchanged, coalesce(jsonb_agg(cancellation.tickets), '[]'::jsonb) as cancelled
  from ${fromCancellations} and cancellation.checkout_id = placed.checkout_id and cancellation.order_id = placed.id`;

/**
 * What staff have refunded of all orders of a purchase without cancelling tickets: as goodwill, and at the provider's pages. What
 * they have said to be a refund that the shop owed is left out of the second. Needs `placed` (placed_order) in scope.
 */
export const refundedBesides = sql`(select coalesce(sum(refund.amount), 0) from storefront.refund
    where refund.checkout_id = placed.checkout_id and refund.cause = 'goodwill' and refund.state in ('done', 'settled'))
  + greatest(0,
  (select coalesce(sum(incident.amount), 0) from storefront.payment_incident incident
    where incident.checkout_id = placed.checkout_id and incident.kind = 'refunded_at_provider' and incident.currency = 'EUR')
  - (select coalesce(sum(refund.amount), 0) from storefront.refund
    where refund.checkout_id = placed.checkout_id and ${isOfPart} and refund.paid_back = 'provider'))`;

/** What they are still to give back as goodwill. Needs the same. */
export const goodwillToRefund = sql`(select coalesce(sum(refund.amount), 0) from storefront.refund
    where refund.checkout_id = placed.checkout_id and refund.cause = 'goodwill' and ${isOpen})`;

/**
 * The same by itself, as `id`, `checkout_id`, `at`, `amount` and `exchanged` (0): each goodwill, also one that is still owed, as of a
 * cancellation, and of each refund at the provider's pages
 * what is left of it after those that staff have said to be refunds that the shop owed, the oldest first. `isWithin`: a condition
 * on a moment.
 */
export function givenBackWhere(isWithin: (at: SQL) => SQL): SQL {
  const owed = sql`(select coalesce(sum(refund.amount), 0) from storefront.refund
    where refund.checkout_id = incident.checkout_id and ${isOfPart} and refund.paid_back = 'provider')`;
  const before = sql`(select coalesce(sum(earlier.amount), 0) from storefront.payment_incident earlier
    where earlier.checkout_id = incident.checkout_id and ${isThere(sql`earlier`)}
      and (earlier.opened_at, earlier.id) < (incident.opened_at, incident.id))`;
  return sql`select refund.id::text as id, refund.checkout_id, refund.created_at as at, refund.amount, 0::numeric as exchanged
      from storefront.refund
      where refund.cause = 'goodwill' and refund.state <> 'waived' and ${isWithin(sql`refund.created_at`)}
    union all
    select incident.id, incident.checkout_id, incident.opened_at,
        incident.amount - least(incident.amount, greatest(0, ${owed} - ${before})), 0
      from storefront.payment_incident incident
      where ${isThere(sql`incident`)} and ${isWithin(sql`incident.opened_at`)}`;
}

const isThere = (incident: SQL): SQL =>
  sql`(${incident}.kind = 'refunded_at_provider' and ${incident}.currency = 'EUR')`;

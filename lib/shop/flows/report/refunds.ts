import { sql, type SQL } from 'drizzle-orm';
import { isWithin, type Period } from './period';

/** What of a cancellation is refunded from the payment of its row; staff may have ended it without a refund. */
export const refundOfRow = sql`case when one.settled_as = 'nothing' then 0
  else coalesce(one.own_part, one.amount) end`;

/** The service has cancelled the tickets; the money is returned now or later. */
const isCancelled = sql`one.state in ('refunding', 'done', 'attention')`;

/** What of the price of exchanged tickets has paid for others; the rest is refunded. */
const exchanged = sql`greatest(coalesce(others.credit, 0) - main.amount, 0)`;

/**
 * For each cancellation of a period: its order, its tickets, what is refunded for them from all payments, and what of their
 * price has paid for the tickets for which they were exchanged.
 */
export function refundsWithin(period: Period): SQL {
  return sql`select main.id, main.checkout_id, main.order_id, main.tickets, min(main.created_at) as at,
      sum(${refundOfRow}) as amount, max(${exchanged}) as exchanged
    from storefront.cancellation one
      join storefront.cancellation main on main.id = coalesce(one.part_of, one.id)
      left join storefront.checkout others on others.id = main.rebooked_to
    where ${isCancelled} and ${isWithin(sql`main.created_at`, period)} and ${isWithin(sql`one.created_at`, period)}
    group by main.id`;
}

/** What is refunded of an order in all, and exchanged, and which of its tickets are cancelled. For a lateral join. */
export const refundsOfOrder = sql`select coalesce(sum(${refundOfRow}), 0) as refunded,
    coalesce(sum(${exchanged}) filter (where one.part_of is null), 0) as exchanged,
    coalesce(jsonb_agg(one.tickets) filter (where one.part_of is null), '[]'::jsonb) as cancelled
  from storefront.cancellation main
    left join storefront.checkout others on others.id = main.rebooked_to
    cross join lateral (
      select * from storefront.cancellation own where own.id = main.id
      union all
      select * from storefront.cancellation part where part.part_of = main.id) one
  where main.checkout_id = placed.checkout_id and main.order_id = placed.id and main.part_of is null
    and ${isCancelled}`;

/**
 * What staff have refunded at the provider's pages of all orders of a purchase, without what they have said to be the
 * refund of cancelled tickets: that counts with these.
 */
export const refundedBesides = sql`greatest(0,
  (select coalesce(sum(incident.amount), 0) from storefront.payment_incident incident
    where incident.checkout_id = placed.checkout_id and incident.kind = 'refunded_at_provider' and incident.currency = 'EUR')
  - (select coalesce(sum(coalesce(one.own_part, one.amount)), 0) from storefront.cancellation one
    where one.checkout_id = placed.checkout_id and one.paid_back = 'provider'))`;

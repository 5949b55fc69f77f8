import { sql, type SQL } from 'drizzle-orm';
import { isOfPart } from '../../tables/refund-table';

/** What became of the money and the tickets of a purchase after its order. */
export interface OrderEnd {
  /** Of the payments of this purchase: what was refunded, also at the provider's pages, and what is still to be. */
  refunded: string;
  toRefund: string;
  /** A refund came back, and the money was not given back in another way yet. */
  isUndelivered: boolean;
  /** How many single tickets the service has told of, and how many of them were cancelled, or exchanged for others; all 0: none. */
  tickets: number;
  cancelled: number;
  exchanged: number;
}

/** Written out: in a select from one table, the name of a column alone would be that of the inner table. */
const id = sql.raw('storefront.checkout.id');

/** `came_back`: the refunds that came back. `beside`: what staff have refunded at the provider's pages. */
const incidents = sql`(
  select coalesce((select array_agg(key) from storefront.task
      where task.checkout_id = ${id} and task.kind = 'refund_failed' and task.closed_at is null), '{}') as came_back,
    coalesce(sum(amount) filter (where kind = 'refunded_at_provider' and currency = 'EUR'), 0) as beside
  from storefront.payment_incident where checkout_id = ${id})`;

const isDone = sql`refund.state in ('done', 'settled') and (refund.refund_id = any(incident.came_back)) is not true`;
const sumOf = (condition: SQL) => sql`coalesce(sum(refund.amount) filter (where ${condition}), 0)`;

/** Of parts of the payments; without what staff have decided not to pay back. */
const refunds = sql`(
  select ${sumOf(isDone)} as done, ${sumOf(sql`not (${isDone})`)} as open,
    ${sumOf(sql`refund.paid_back = 'provider'`)} as at_provider
  from storefront.refund where refund.checkout_id = ${id} and ${isOfPart}
    and refund.state not in ('planned', 'waived'))`;

const ticketsOf = (condition: SQL) =>
  sql`coalesce(sum(jsonb_array_length(tickets)) filter (where ${condition}), 0)::int`;

const tickets = sql`(
  select count(*) as cancellations, ${ticketsOf(sql`rebooked_to is null`)} as cancelled,
    ${ticketsOf(sql`rebooked_to is not null`)} as exchanged
  from storefront.cancellation where checkout_id = ${id} and state = 'cancelled')`;

const asAmount = (sum: SQL) => sql`(${sum})::numeric(14, 2)::text`;

/**
 * In one subselect, because a list has many purchases. Refunds at the provider's pages count, but for those of which staff
 * have said that they are the refund of cancelled tickets.
 */
export const orderEnd = sql<OrderEnd>`(
  select jsonb_build_object(
    'refunded', ${asAmount(sql`refund.done + greatest(0, incident.beside - refund.at_provider)`)},
    'toRefund', ${asAmount(sql`refund.open`)},
    'isUndelivered', cardinality(incident.came_back) > 0,
    'tickets', case when ticket.cancellations = 0 then 0 else (
      select coalesce(sum(cardinality(storefront.ticket_ids(placed.data))), 0)::int
      from storefront.placed_order placed where placed.checkout_id = ${id}) end,
    'cancelled', ticket.cancelled,
    'exchanged', ticket.exchanged)
  from ${incidents} incident cross join lateral ${refunds} refund cross join ${tickets} ticket)`;

import { sql, type SQL } from 'drizzle-orm';

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
  select coalesce(array_agg(id) filter (
      where kind = 'refund_failed' and status = 'open' and acknowledged_at is null), '{}') as came_back,
    coalesce(sum(amount) filter (where kind = 'refunded_at_provider' and currency = 'EUR'), 0) as beside
  from storefront.payment_incident where checkout_id = ${id})`;

const isDone = sql`one.state = 'done' and (one.refund_id = any(incident.came_back)) is not true`;

/** Without what staff have decided not to pay back. */
const sumOf = (condition: SQL) => sql`coalesce(
  sum(coalesce(one.own_part, one.amount)) filter (where one.settled_as is distinct from 'nothing' and ${condition}),
  0)`;
const asAmount = (sum: SQL) => sql`(${sum})::numeric(14, 2)::text`;
const ticketsOf = (condition: SQL) =>
  sql`coalesce(sum(jsonb_array_length(one.tickets)) filter (where ${condition}), 0)::int`;

/** Refunds at the provider's pages, but for those of which staff have said that they are the refund of cancelled tickets. */
const besides = sql`greatest(0, incident.beside - ${sumOf(sql`one.paid_back = 'provider'`)})`;

/** In one subselect, because a list has many purchases. */
export const orderEnd = sql<OrderEnd>`(
  select jsonb_build_object(
    'refunded', ${asAmount(sql`${sumOf(isDone)} + ${besides}`)},
    'toRefund', ${asAmount(sumOf(sql`not (${isDone})`))},
    'isUndelivered', cardinality(incident.came_back) > 0,
    'tickets', case when count(one.id) = 0 then 0 else (
      select coalesce(sum(cardinality(storefront.ticket_ids(placed.data))), 0)::int
      from storefront.placed_order placed where placed.checkout_id = ${id}) end,
    'cancelled', ${ticketsOf(sql`one.rebooked_to is null`)},
    'exchanged', ${ticketsOf(sql`one.rebooked_to is not null`)})
  from ${incidents} incident left join storefront.cancellation one
    on one.checkout_id = ${id} and one.state in ('refunding', 'done', 'attention')
  group by incident.came_back, incident.beside)`;

import { sql, type SQL } from 'drizzle-orm';

/** What became of the money and the tickets of a purchase after its order. */
export interface OrderEnd {
  /** Of the payments of this purchase: what was refunded, and what is still to be. */
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

/** The refunds that came back. */
const cameBack = sql`select incident.id from storefront.payment_incident incident
  where incident.checkout_id = ${id} and incident.kind = 'refund_failed' and incident.status = 'open'
    and incident.acknowledged_at is null`;

const isDone = sql`one.state = 'done' and (one.refund_id is null or one.refund_id not in (${cameBack}))`;

/** Without what staff have decided not to pay back. */
const sumOf = (condition: SQL) => sql`coalesce(
  sum(coalesce(one.own_part, one.amount)) filter (where one.settled_as is distinct from 'nothing' and ${condition}),
  0)::numeric(14, 2)::text`;
const ticketsOf = (condition: SQL) =>
  sql`coalesce(sum(jsonb_array_length(one.tickets)) filter (where ${condition}), 0)::int`;

/** In one subselect, because a list has many purchases. */
export const orderEnd = sql<OrderEnd>`(
  select jsonb_build_object(
    'refunded', ${sumOf(isDone)},
    'toRefund', ${sumOf(sql`not (${isDone})`)},
    'isUndelivered', exists (${cameBack}),
    'tickets', case when count(*) = 0 then 0 else (
      select coalesce(sum(cardinality(storefront.ticket_ids(placed.data))), 0)::int
      from storefront.placed_order placed where placed.checkout_id = ${id}) end,
    'cancelled', ${ticketsOf(sql`one.rebooked_to is null`)},
    'exchanged', ${ticketsOf(sql`one.rebooked_to is not null`)})
  from storefront.cancellation one
  where one.checkout_id = ${id} and one.state in ('refunding', 'done', 'attention'))`;

import { sql, type SQL } from 'drizzle-orm';

/** What became of the money and the tickets of a purchase after its order. */
export interface OrderEnd {
  /** Of the payments of this purchase: what was refunded, and what is still to be. */
  refunded: string;
  toRefund: string;
  /** A refund came back, and the money was not given back in another way yet. */
  isUndelivered: boolean;
  /** How many single tickets the service has told of, and how many of them were cancelled, or exchanged for others. */
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

/** Without what staff have decided not to pay back. */
const cancellations = sql`storefront.cancellation one
  where one.checkout_id = ${id} and one.state in ('refunding', 'done', 'attention')`;
const isOwed = sql`one.settled_as is distinct from 'nothing'`;
const isDone = sql`one.state = 'done' and (one.refund_id is null or one.refund_id not in (${cameBack}))`;

const sumOf = (condition: SQL) => sql<string>`(
  select coalesce(sum(coalesce(one.own_part, one.amount)), 0)::numeric(14, 2)::text
  from ${cancellations} and ${isOwed} and ${condition})`;
const ticketsOf = (condition: SQL) => sql<number>`(
  select coalesce(sum(jsonb_array_length(one.tickets)), 0)::int from ${cancellations} and ${condition})`;

export const endColumns = {
  refunded: sumOf(isDone),
  toRefund: sumOf(sql`not (${isDone})`),
  isUndelivered: sql<boolean>`exists (${cameBack})`,
  tickets: sql<number>`(
    select coalesce(sum(cardinality(storefront.ticket_ids(placed.data))), 0)::int
    from storefront.placed_order placed where placed.checkout_id = ${id})`,
  cancelled: ticketsOf(sql`one.rebooked_to is null`),
  exchanged: ticketsOf(sql`one.rebooked_to is not null`),
};

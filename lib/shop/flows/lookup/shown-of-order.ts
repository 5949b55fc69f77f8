import { sql, type SQL } from 'drizzle-orm';
import { amountAbove, sumAmounts } from '../../../money/money';
import type { Language } from '../../../locale/languages';
import { isOfWholePayment, isReturned } from '../../tables/refund-table';
import type { Settlement } from '../../values/checkout-values';
import { type Holder, holderRows } from '../../data/holder-store';
import type { OrderEnd } from './order-end';

/** When somebody comes with tickets of a purchase, and for what. */
export interface FoundVisit {
  readonly name: string;
  /** YYYY-MM-DD; null: it has no day. */
  readonly date: string | null;
  /** ISO 8601; null: any time of the day. */
  readonly occursAt: string | null;
  readonly timezone: string | null;
  /** Of the name. */
  readonly lang: string;
}

export interface ReadOfOrder {
  readonly visits: readonly FoundVisit[];
  /** How many single tickets the service has told of; 0: none. */
  readonly count: number;
  /** What the shop was paid, without the payments that were refunded as a whole, and what the bank has returned of it. */
  readonly paid: string;
  readonly byBank: string;
  /** The newest booking for which tickets of this one were exchanged. */
  readonly replacedBy: { readonly id: string; readonly reference: string } | null;
  readonly isBlocked: boolean;
  readonly holders: readonly Holder[];
}

/** What a result of the staff's search shows of a purchase beside the purchase itself. */
export interface ShownOfOrder extends Pick<ReadOfOrder, 'visits' | 'count' | 'replacedBy'> {
  /** How many of the tickets are neither cancelled nor exchanged nor blocked. */
  readonly valid: number;
  /** What was paid, without what was refunded or is still to be. */
  readonly net: string;
}

/** Written out: in a select from one table, the name of a column alone would be that of the inner table. */
const id = sql.raw('storefront.checkout.id');

/** What is for no session has one entry for its day. */
const visits = (language: Language): SQL => sql`(
  select coalesce(jsonb_agg(distinct jsonb_build_object(
    'name', coalesce(nullif(ticket->'event'->>'name', ''), nullif(ticket->>'name', ''), line->>'productName'),
    'date', line->>'date', 'occursAt', ticket->>'occursAt', 'timezone', line->>'timezone',
    'lang', coalesce(line->>'lang', described.key))), '[]')
  from storefront.hold
    cross join lateral (select key, value from jsonb_each(hold.descriptions)
      order by key <> ${language}, key limit 1) described
    cross join lateral jsonb_array_elements(described.value) line
    cross join lateral jsonb_array_elements(
      case when line->'tickets' = '[]' then '[{}]' else line->'tickets' end) ticket
  where hold.checkout_id = ${id} and hold.ended_at is null)`;

/** The customer does not have the money after all, and staff have not given it back in another way yet. */
const cameBack = sql`exists (select from storefront.task
  where task.checkout_id = ${id} and task.kind = 'refund_failed' and task.closed_at is null
    and task.key = refund.refund_id)`;

const asAmount = (sum: SQL) => sql`coalesce(sum(${sum}), 0)::numeric(14, 2)::text`;

/** In one subselect, because a list has many purchases. */
export const shownOfOrder = (language: Language): SQL<ReadOfOrder> => sql<ReadOfOrder>`(
  select jsonb_build_object(
    'visits', ${visits(language)},
    'count', (select coalesce(sum(cardinality(storefront.ticket_ids(placed.data))), 0)::int
      from storefront.placed_order placed where placed.checkout_id = ${id}),
    'paid', (select ${asAmount(sql`payment.amount`)} from storefront.payment
      left join storefront.refund on refund.payment_id = payment.id and ${isOfWholePayment}
      where payment.checkout_id = ${id} and payment.state in ('authorized', 'paid')
        and (${isReturned} and not ${cameBack}) is not true),
    'byBank', (select ${asAmount(sql`incident.amount`)} from storefront.payment_incident incident
      where incident.checkout_id = ${id} and kind = 'dispute' and status = 'lost' and currency = 'EUR'),
    'replacedBy', (select jsonb_build_object('id', later.id, 'reference', later.reference)
      from storefront.cancellation join storefront.checkout later on later.id = cancellation.rebooked_to
      where cancellation.checkout_id = ${id} and cancellation.state = 'cancelled'
      order by cancellation.created_at desc limit 1),
    'isBlocked', exists (select from storefront.ticket_block block where block.checkout_id = ${id}),
    'holders', ${holderRows(id)}))`;

/** `settledAs`: how staff have settled it; what they gave back in any way is nowhere else. */
export function shownOf(
  { visits: all, count, paid, byBank, replacedBy, isBlocked }: ReadOfOrder,
  { refunded, toRefund, cancelled, exchanged }: OrderEnd,
  settledAs: Settlement | null,
): ShownOfOrder {
  return {
    visits: all,
    count,
    valid: isBlocked ? 0 : Math.max(0, count - cancelled - exchanged),
    net: settledAs === 'refunded' ? '0.00' : amountAbove(paid, sumAmounts([refunded, toRefund, byBank])),
    replacedBy,
  };
}

import { sql, type SQL } from 'drizzle-orm';
import { isOfPart, isReturned } from '../../tables/refund-table';
import { isWithin, type Period } from './period';

/**
 * Where the rows of each kind come from: columns id, at, kind, payment_id, amount (below 0: to the customer), refund, and
 * paid_back: how staff have paid it back; null: as it was paid.
 */
const sources: readonly { rows: SQL; at: SQL }[] = [
  {
    rows: sql`select id::text as id, settled_at as at, 'payment' as kind, id as payment_id, amount, null as refund,
        null as paid_back
      from storefront.payment where state = 'paid'`,
    at: sql`settled_at`,
  },
  {
    // A refund that staff made on the provider's pages is an incident below.
    rows: sql`select id::text as id, entered_at as at, 'refund' as kind, payment_id, -amount as amount,
        refund_id as refund, paid_back
      from storefront.refund where state in ('done', 'settled') and ${isReturned} and payment_id is not null and amount > 0`,
    at: sql`entered_at`,
  },
  {
    rows: sql`select id, opened_at as at,
        case kind when 'dispute' then 'dispute' else 'refund_at_provider' end as kind, payment_id, -amount as amount,
        id as refund, null as paid_back
      from storefront.payment_incident
      where currency = 'EUR' and (kind = 'refunded_at_provider' or (kind = 'dispute' and funds_withdrawn))`,
    at: sql`opened_at`,
  },
  {
    // Money of a failed refund that staff gave back in another way.
    rows: sql`select id || '/paid_back' as id, paid_back_at as at, 'refund' as kind, payment_id, -amount as amount,
        null as refund, paid_back
      from storefront.payment_incident where currency = 'EUR' and kind = 'refund_failed' and paid_back is not null`,
    at: sql`paid_back_at`,
  },
  {
    // Of refunds that are counted above; of those that staff made at the provider the incident itself has changed.
    rows: sql`select id, opened_at as at, 'refund_failed' as kind, payment_id, amount, id as refund, null as paid_back
      from storefront.payment_incident incident
      where currency = 'EUR' and kind = 'refund_failed'
        and exists (select 1 from storefront.refund where refund_id = incident.id
          and (${isOfPart} or ${isReturned}))`,
    at: sql`opened_at`,
  },
];

/**
 * Payments and refunds of a period in the order of time. `limited` bounds each kind, so that a page does not read and
 * sort all of them.
 */
export function paymentsWithin(period: Period, limited: SQL = sql``): SQL {
  const parts = sources.map(
    ({ rows, at }) => sql`(select * from (${rows} and ${isWithin(at, period)}) one ${limited})`,
  );
  return sql.join(parts, sql` union all `);
}

/** How the money of such a row came or went. Joins `storefront.payment`. */
export const methodOfRow = sql`coalesce(one.paid_back, payment.method)`;

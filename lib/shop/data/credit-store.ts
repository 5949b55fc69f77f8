import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import { isOfPart } from '../tables/refund-table';

/**
 * The credit that paid for the replacement: for rows of the release before, credit minus what is refunded. Needs `cancellation` and `replacement` in
 * scope.
 */
export const creditedAmount = sql`coalesce(cancellation.credited, greatest(coalesce(replacement.credit, 0) - cancellation.amount, 0))`;

const cancelledSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  tickets: z.array(z.string()),
  /** What the payments have given back, or staff in another way. */
  refunded: z.string(),
  /** What has paid for the tickets for which they were exchanged. */
  exchanged: z.string(),
});
export type CreditedCancellation = z.output<typeof cancelledSchema>;

/** The cancellations of a purchase whose money is given back, or settled otherwise, in their order. */
export function readCredited(reader: Reader, checkoutId: string): Promise<CreditedCancellation[]> {
  return reader.rows(
    cancelledSchema,
    sql`select cancellation.id, cancellation.order_id as "orderId", cancellation.tickets,
          (select coalesce(sum(refund.amount), 0) from storefront.refund
            where refund.cancellation_id = cancellation.id and refund.state in ('done', 'settled'))::numeric(14, 2)::text as refunded,
          ${creditedAmount}::numeric(14, 2)::text as exchanged
        from storefront.cancellation
          left join storefront.checkout as replacement on replacement.id = cancellation.rebooked_to
        where cancellation.checkout_id = ${checkoutId} and cancellation.state = 'cancelled'
          and not exists (select from storefront.refund
            where refund.cancellation_id = cancellation.id and refund.state in ('planned', 'due', 'failed'))
        order by cancellation.created_at, cancellation.id`,
  );
}

/** What tickets of a purchase have paid for the tickets for which they were exchanged, and was not refunded of those since. */
export async function readCreditInUse(reader: Reader, checkoutId: string): Promise<string> {
  const [row] = await reader.rows(
    z.object({ amount: z.string() }),
    sql`select greatest(0,
          (select coalesce(sum(${creditedAmount}), 0)
            from storefront.cancellation
              left join storefront.checkout as replacement on replacement.id = cancellation.rebooked_to
            where cancellation.checkout_id = ${checkoutId} and cancellation.state <> 'refused')
          - (select coalesce(sum(refund.amount), 0) from storefront.refund
              join storefront.cancellation on cancellation.id = refund.cancellation_id
            where refund.checkout_id = ${checkoutId} and cancellation.checkout_id <> ${checkoutId}
              and refund.state <> 'waived'))::numeric(14, 2)::text as amount`,
  );
  return row?.amount ?? '0.00';
}

/**
 * What was given back of a purchase without its tickets being cancelled, in all: by staff at the provider's pages, unless they have
 * said that it was a refund that the shop owed, and as goodwill.
 */
export async function readGoodwill(reader: Reader, checkoutId: string): Promise<string> {
  const [row] = await reader.rows(
    z.object({ amount: z.string() }),
    sql`select (greatest(0,
          (select coalesce(sum(incident.amount), 0) from storefront.payment_incident incident
            where incident.checkout_id = ${checkoutId} and incident.kind = 'refunded_at_provider'
              and incident.currency = 'EUR')
          - (select coalesce(sum(refund.amount), 0) from storefront.refund
            where refund.checkout_id = ${checkoutId} and ${isOfPart}
              and refund.state = 'settled' and refund.paid_back = 'provider'))
        + (select coalesce(sum(refund.amount), 0) from storefront.refund
            where refund.checkout_id = ${checkoutId} and refund.state in ('done', 'settled')
              and refund.cause = 'goodwill'))::numeric(14, 2)::text as amount`,
  );
  return row?.amount ?? '0.00';
}

import { sql } from 'drizzle-orm';
import { boundIds } from '../../database/bound-rows';
import type { Transaction } from '../../database/database';

/** Records that holders and answers of the tickets of these bookings are to be removed at the service. */
export async function requestTicketErasure(
  transaction: Transaction,
  checkoutIds: readonly string[],
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.ticket_erasure (checkout_id, created_at)
        select distinct checkout_id, clock_timestamp() from storefront.placed_order
        where checkout_id in ${boundIds(checkoutIds)}
          and storefront.ticket_ids(data) <> '{}'
        on conflict do nothing`,
  );
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { World } from './world';

const countRow = z.object({ count: z.int() });

/** Why purchases wait for staff who can do something; the others are shown as a difference. */
const settledByStaff = ['pay_back_at_counter', 'refund_failed', 'payment_unknown', 'order_unknown'];

/** Whether nothing is left to do: for the shop, for its staff, and for the service. */
export async function isAtRest({ shop, ticketing }: Pick<World, 'shop' | 'ticketing'>): Promise<boolean> {
  const [open] = await shop.rows(
    countRow,
    sql`select (
          (select count(*) from storefront.checkout where state not in
            ('ordered', 'refunded', 'voided', 'expired', 'cancelled', 'attention'))
          + (select count(*) from storefront.task where kind = 'purchase' and closed_at is null
              and reason in ${settledByStaff})
          + (select count(*) from storefront.cancellation where state = 'requested')
          + (select count(*) from storefront.refund where state not in ('done', 'settled', 'waived')
              and cause = 'cancelled_tickets')
          + (select count(*) from storefront.job
              where subject not in ('event_list', 'session_changes', 'waiting_list', 'nightly') and kind <> 'hold'
                and (due_at < 'infinity' or leased_until > clock_timestamp()))
          + (select count(*) from storefront.task where kind = 'refund_failed' and closed_at is null)
          + (select count(*) from storefront.event_change where state <> 'done'))::int as count`,
  );
  const [held] = await ticketing.rows(countRow, sql`select count(*)::int as count from ticketing.hold`);
  return open?.count === 0 && held?.count === 0;
}

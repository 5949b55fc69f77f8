import { sql } from 'drizzle-orm';
import type { SessionState } from '@/lib/contract/session';
import { isSessionStopped } from '../catalog/override-conditions';
import type { sessionTable } from './session-table';

/** The stored data that decides whether a session is on sale at a moment. */
type SaleTerms = Pick<
  typeof sessionTable.$inferSelect,
  'occursAt' | 'status' | 'saleStartsAt' | 'saleEndsAt'
>;

/** The state of `session` (a table alias) by the database's clock, whether it has begun or not: a SessionState. */
export const sessionState = sql<SessionState>`case
  when session.status <> 'scheduled' then session.status
  when session.sale_starts_at > clock_timestamp() or session.sale_ends_at <= clock_timestamp()
    or ${isSessionStopped} then 'not_on_sale'
  else 'on_sale' end`;

/** The same decision as `isSessionOnSale`, and that its sales are not closed, for SQL: of `session` (a table alias). */
export const sessionOnSale = sql<boolean>`(${sessionState} = 'on_sale' and session.occurs_at > clock_timestamp())`;

/** Whether it can be booked according to its feed; staff may have closed its sales. */
export function isSessionOnSale(
  { occursAt, status, saleStartsAt, saleEndsAt }: SaleTerms,
  at: Date,
): boolean {
  return (
    status === 'scheduled' &&
    occursAt > at &&
    (saleStartsAt === null || saleStartsAt <= at) &&
    (saleEndsAt === null || saleEndsAt > at)
  );
}

import { sql, type SQL } from 'drizzle-orm';
import type { SessionState } from '@/lib/contract/session';
import { isSessionStopped } from '../catalog/override-conditions';
import type { sessionTable } from './session-table';

/** The stored data that decides whether a session is on sale at a moment. */
type SaleTerms = Pick<
  typeof sessionTable.$inferSelect,
  'occursAt' | 'status' | 'saleStartsAt' | 'saleEndsAt'
>;

/**
 * The state of `session` (a table alias) by the database's clock. It is `on_sale` until it begins, if it is within the time
 * of its sale and its sales are not closed.
 */
export const sessionState = sql<SessionState>`case
  when session.status <> 'scheduled' then session.status
  when session.occurs_at <= clock_timestamp() or session.sale_starts_at > clock_timestamp()
    or session.sale_ends_at <= clock_timestamp() or ${isSessionStopped} then 'not_on_sale'
  else 'on_sale' end`;

/**
 * Whether `session` (a table alias) is on sale, for SQL: what `isSessionOnSale` decides, and that its sales are not
 * closed.
 */
export const sessionOnSale = sql<boolean>`(${sessionState} = 'on_sale')`;

/** Whether a ticket gives access to a session on `day`, if that can be chosen. */
const isOfTicket = (day: SQL) => sql<boolean>`(session.catalog_id = ticket.catalog_id
  and session.event_id = ticket.event_id and session.day = ${day} and (ticket.tag is null or ticket.tag = session.tag)
  and session.retired_at is null)`;

/**
 * The one rule for which sessions can be chosen for a ticket, and until when, of `ticket` and `session` (table aliases) on
 * `day`. The sessions of a ticket, the offers of a session, what an offer has left and whether it is on sale use it.
 */
export const canBeChosen = (day: SQL) => sql<boolean>`(${isOfTicket(day)} and ${sessionOnSale})`;

/** Until when the last session of a ticket can be chosen, of `ticket` and `session` (table aliases); null: it has none. */
export const lastSaleEnd = sql`max(least(session.sale_ends_at, session.occurs_at))`;

/** Whether a ticket gives access to a session that takes place on `day`, also when its sale has ended. */
export const takesPlace = (day: SQL) => sql<boolean>`(${isOfTicket(day)} and session.status = 'scheduled')`;

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

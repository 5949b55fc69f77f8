import { sql, type SQL } from 'drizzle-orm';
import type { SessionState } from '@/lib/contract/session';
import { isSessionStoppedIn } from '../catalog/override-conditions';
import type { sessionTable } from './session-table';

/** The stored data that decides whether a session is on sale at a moment. */
type SaleTerms = Pick<
  typeof sessionTable.$inferSelect,
  'occursAt' | 'status' | 'saleStartsAt' | 'saleEndsAt'
>;

/**
 * The state of `session` (a table alias) of a catalogue by the database's clock. It is `on_sale` until it begins, if it is
 * within the time of its sale and its sales are not closed.
 */
export const sessionStateIn = (catalogId: SQL) => sql<SessionState>`case
  when session.status <> 'scheduled' then session.status
  when session.occurs_at <= statement_timestamp() or session.sale_starts_at > statement_timestamp()
    or session.sale_ends_at <= statement_timestamp() or ${isSessionStoppedIn(catalogId)} then 'not_on_sale'
  else 'on_sale' end`;

export const sessionState = sessionStateIn(sql`session.catalog_id`);

/**
 * Whether `session` (a table alias) of a catalogue is on sale, for SQL: what `isSessionOnSale` decides, and that its sales are
 * not closed.
 */
export const sessionOnSaleIn = (catalogId: SQL) => sql<boolean>`(${sessionStateIn(catalogId)} = 'on_sale')`;

export const sessionOnSale = sessionOnSaleIn(sql`session.catalog_id`);

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

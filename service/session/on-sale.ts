import { sql, type SQL } from 'drizzle-orm';
import type { SessionState } from '@/lib/contract/session';
import { isSessionStoppedIn } from '../catalog/override-conditions';
import type { sessionTable } from './session-table';

/** The stored data that decides whether a session is on sale at a moment. */
type SaleTerms = Pick<typeof sessionTable.$inferSelect, 'status' | 'saleStartsAt' | 'saleEndsAt'> & {
  /** `latestSale` */
  latestSale: Date;
};

/** The latest moment at which `session` (a table alias) can be sold: when it begins, or as long after that as its feed says. */
export const latestSale = sql<Date>`(session.occurs_at + coalesce(session.late_sale, 'PT0S')::interval)`;

/**
 * Whether `session` (a table alias) is not over for customers by the database's clock. The first condition is for the index of the
 * times: a session is sold for a day after its beginning at most.
 */
export const sessionToCome = sql<boolean>`(session.occurs_at > statement_timestamp() - interval '1 day'
  and ${latestSale} > statement_timestamp())`;

/**
 * The state of `session` (a table alias) of a catalogue by the database's clock. It is `on_sale` until it begins, or as long
 * as it is sold after that, if it is within the time of its sale and its sales are not closed.
 */
export const sessionStateIn = (catalogId: SQL) => sql<SessionState>`case
  when session.status <> 'scheduled' then session.status
  when ${latestSale} <= statement_timestamp() or session.sale_starts_at > statement_timestamp()
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
export const lastSaleEnd = sql`max(least(session.sale_ends_at, ${latestSale}))`;

/** When the sale of `session` (a table alias) ends; null: when it begins. */
export const sessionSaleEnd = sql<Date | null>`case when session.sale_ends_at is null and session.late_sale is null then null
  else least(session.sale_ends_at, ${latestSale}) end`;

/** Whether a ticket gives access to a session that takes place on `day`, also when its sale has ended. */
export const takesPlace = (day: SQL) => sql<boolean>`(${isOfTicket(day)} and session.status = 'scheduled')`;

/** Whether it can be booked according to its feed; staff may have closed its sales. */
export function isSessionOnSale(
  { latestSale: latest, status, saleStartsAt, saleEndsAt }: SaleTerms,
  at: Date,
): boolean {
  return (
    status === 'scheduled' &&
    latest > at &&
    (saleStartsAt === null || saleStartsAt <= at) &&
    (saleEndsAt === null || saleEndsAt > at)
  );
}

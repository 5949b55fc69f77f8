import { and, asc, getTableColumns, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '../../database/bound-rows';
import type { SessionChange } from '../../contract/session-change';
import { lastSegment } from '../../contract/iri';
import type { Reader, Transaction } from '../../database/database';
import type { StaffCatalogs } from '../rules/staff-catalogs';
import { isOfCatalog } from './booking-catalogs';
import { eventChangeTable } from '../tables/event-change-table';
import { sessionChangeCursorTable, sessionChangeTable } from '../tables/session-change-table';

const now = sql`clock_timestamp()`;
const { id: cursorId, readUntil: readUntilOf } = sessionChangeCursorTable;

export async function readCursor({ db }: Reader): Promise<Date | null> {
  const [cursor] = await db
    .select({ readUntil: readUntilOf })
    .from(sessionChangeCursorTable)
    .where(eq(cursorId, 1));
  return cursor?.readUntil ?? null;
}

/** Up to when the list was read. */
export async function saveCursor({ db }: Transaction, readUntil: Date): Promise<void> {
  await db
    .insert(sessionChangeCursorTable)
    .values({ id: 1, readUntil })
    .onConflictDoUpdate({ target: cursorId, set: { readUntil } });
}

/** A change that staff started for the session after the import; it concerns everyone who has tickets. */
const isHandled = sql`exists (
  select from ${eventChangeTable}
  where ${eventChangeTable.sessionId} = ${sessionChangeTable.sessionId}
    and ${eventChangeTable.createdAt} >= ${sessionChangeTable.changedAt})`;
const off = sql`('retired', 'cancelled', 'postponed')`;
const ofSame = (other: SQL) => sql`${other}.session_id = ${sessionChangeTable.sessionId}`;
/** One import can move a session and then postpone or restore it, all at one time. */
const order = (row: SQL) => sql`(${row}.changed_at, ${row}.what <> 'moved')`;
const own = sql`(${sessionChangeTable.changedAt}, ${sessionChangeTable.what} <> 'moved')`;
/** Staff have told or refunded holders after this change, before the present one; or they said that nothing is to do. */
const isDealtWith = (row: SQL) => sql`(${row}.acknowledged_at is not null or exists (
  select from ${eventChangeTable}
  where ${eventChangeTable.sessionId} = ${sessionChangeTable.sessionId}
    and ${eventChangeTable.createdAt} >= ${row}.changed_at
    and ${eventChangeTable.createdAt} < ${sessionChangeTable.changedAt}))`;
/**
 * A later import says what is true now. When a session takes place, and whether it does, are two matters: it stays moved
 * when it was off for a while, and while it is off this alone is listed.
 */
const isOutdated = sql`case when ${sessionChangeTable.what} = 'moved' then
  exists (
    select from ${sessionChangeTable} later
    where ${ofSame(sql`later`)} and ${order(sql`later`)} > ${own} and later.what = 'moved')
  or exists (
    select from ${sessionChangeTable} ended where ${ofSame(sql`ended`)} and ended.what in ${off}
      and not exists (
        select from ${sessionChangeTable} after where ${ofSame(sql`after`)}
          and ${order(sql`after`)} > ${order(sql`ended`)} and after.what = 'restored'))
  else exists (
    select from ${sessionChangeTable} later
    where ${ofSame(sql`later`)} and ${order(sql`later`)} > ${own} and later.what <> 'moved') end`;
/**
 * A session takes place again: there is something to do only if staff have dealt with it when it was off, and with no
 * change since that said that it takes place.
 */
const isNeedless = sql`(${sessionChangeTable.what} = 'restored' and not exists (
  select from ${sessionChangeTable} earlier where ${ofSame(sql`earlier`)}
    and earlier.what in ${off} and ${order(sql`earlier`)} < ${own} and ${isDealtWith(sql`earlier`)}
    and not exists (
      select from ${sessionChangeTable} between_them where ${ofSame(sql`between_them`)}
        and between_them.what = 'restored' and ${isDealtWith(sql`between_them`)}
        and ${order(sql`between_them`)} > ${order(sql`earlier`)} and ${order(sql`between_them`)} < ${own})))`;
/** It waits for a decision of staff. */
export const isChangeOpen = and(
  isNull(sessionChangeTable.acknowledgedAt),
  sql`not ${isOutdated}`,
  gt(sessionChangeTable.tickets, 0),
  sql`not ${isHandled}`,
  sql`not ${isNeedless}`,
);

const newRow = z.object({ sessionId: z.string() });

/**
 * Stores changes, and how many tickets are valid now. Resolves to the session of each that is new.
 * Concurrency guarantee: the primary key allows each change once, so of several readers one learns that it is new.
 */
export async function storeChanges(
  transaction: Transaction,
  changes: readonly SessionChange[],
): Promise<string[]> {
  const listed = boundRows(
    changes.map(rowOf),
    'listed (id uuid, catalog_id uuid, session_id uuid, event_name text, timezone text, what text, from_time timestamptz, to_time timestamptz, tickets int, orders int, changed_at timestamptz)',
  );
  await transaction.run(
    sql`update storefront.session_change known set tickets = listed.tickets, orders = listed.orders
        from ${listed}
        where known.id = listed.id
          and (known.tickets, known.orders) is distinct from (listed.tickets, listed.orders)`,
  );
  const stored = await transaction.write(
    newRow,
    sql`insert into storefront.session_change (id, catalog_id, session_id, event_name, timezone, what,
          from_time, to_time, tickets, orders, changed_at)
        select listed.* from ${listed} where listed.tickets > 0
        on conflict do nothing returning session_id as "sessionId"`,
  );
  return stored.map(({ sessionId }) => sessionId);
}

function rowOf(change: SessionChange) {
  return {
    id: change.id,
    catalog_id: lastSegment(change.catalog),
    session_id: lastSegment(change.session),
    event_name: change.event,
    timezone: change.timezone,
    what: change.what,
    from_time: change.from,
    to_time: change.to,
    tickets: change.tickets,
    // An older service counts only its own orders: one for each tariff of a booking.
    orders: change.bookings ?? change.orders,
    changed_at: change.changedAt,
  };
}

export type StoredSessionChange = typeof sessionChangeTable.$inferSelect;

export interface OpenSessionChanges {
  readonly count: number;
  /** The first of them: the sessions that begin first. */
  readonly entries: readonly StoredSessionChange[];
}

/** What waits for a decision of staff. */
export async function readSessionChanges(
  { db }: Reader,
  most: number,
  catalogs: StaffCatalogs,
): Promise<OpenSessionChanges> {
  const isSeen = isOfCatalog(sql`${sessionChangeTable.catalogId}`, catalogs);
  const found = await db
    .select({ change: getTableColumns(sessionChangeTable), count: sql<number>`(count(*) over ())::int` })
    .from(sessionChangeTable)
    .where(and(isChangeOpen, isSeen))
    .orderBy(asc(sessionChangeTable.fromTime), asc(sessionChangeTable.id))
    .limit(most);
  return { count: found[0]?.count ?? 0, entries: found.map(({ change }) => change) };
}

/** What waits for staff about one session. */
export async function openOfSession({ db }: Reader, sessionId: string): Promise<StoredSessionChange[]> {
  return db
    .select()
    .from(sessionChangeTable)
    .where(and(eq(sessionChangeTable.sessionId, sessionId), isChangeOpen));
}

/**
 * Records that staff have nothing to do. Concurrency guarantee: one conditional UPDATE, so of two people one is
 * recorded; null for the other one.
 */
export async function acknowledgeChange(
  { db }: Transaction,
  { id, staff, reason }: { id: string; staff: string; reason: string },
): Promise<StoredSessionChange | null> {
  const [changed] = await db
    .update(sessionChangeTable)
    .set({ acknowledgedAt: now, acknowledgedBy: staff, reason })
    .where(and(eq(sessionChangeTable.id, id), isChangeOpen))
    .returning();
  return changed ?? null;
}

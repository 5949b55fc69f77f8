import { sql, type SQL } from 'drizzle-orm';
import { boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import type { Text } from '../catalog/catalog-table';
import type { NotedSession } from './difference';
import { sessionChangeTable } from './session-change-table';

// Writing a list of many more sessions at once would delay other requests.
const rowsAtOnce = 20_000;

/**
 * Records what an import did to sessions, in its transaction. A session that is over is left out, because issuers leave
 * past sessions out of their feeds.
 */
export async function recordSessionChanges(
  transaction: Transaction,
  catalogId: string,
  sessions: readonly NotedSession[],
  newId: () => string,
): Promise<void> {
  for (let start = 0; start < sessions.length; start += rowsAtOnce) {
    const part = sessions
      .slice(start, start + rowsAtOnce)
      .map((one) => ({ id: newId(), session: one.id, what: one.what, from: one.from, to: one.to }));
    await transaction.run(
      sql`insert into ticketing.session_change
            (id, catalog_id, session_id, what, from_time, to_time, changed_at)
          select id, ${catalogId}, session, what, "from", "to", statement_timestamp()
          from ${boundRows(part, 'noted (id uuid, session uuid, what text, "from" timestamptz, "to" timestamptz)')}
          where greatest("from", "to") > statement_timestamp()`,
    );
  }
}

const fields = {
  ...columnsExcept(sessionChangeTable, []),
  eventId: sql<string>`session.event_id`,
  eventName: sql<Text>`event.name`,
  timezone: sql<string>`catalog.timezone`,
  language: sql<string>`catalog.language`,
  languages: sql<string[]>`catalog.languages`,
  tickets: sql<number>`sold.valid`,
  orders: sql<number>`sold.orders`,
  bookings: sql<number>`sold.bookings`,
};
const columns = rowColumns(fields);

export type SessionChangeView = RowOf<typeof fields>;

/**
 * One page of the changes of sessions for which the organization has sold tickets, the oldest first. A change stays in
 * the list when its tickets are cancelled, so that a program that reads page after page misses none.
 */
export async function pageOfSessionChanges(
  reader: Reader,
  organizationId: string,
  { skip, size, condition }: { skip: number; size: number; condition: SQL },
): Promise<{ total: number; rows: SessionChangeView[] }> {
  return readPage(reader, columns, {
    from: sql`ticketing.session_change
      join ticketing.catalog on catalog.id = session_change.catalog_id
      join ticketing.session on session.catalog_id = session_change.catalog_id
        and session.id = session_change.session_id
      join ticketing.event on event.catalog_id = session.catalog_id and event.id = session.event_id
      cross join lateral (
        select count(*)::int as ever, count(*) filter (where item_ticket.status = 'valid')::int as valid,
          (count(distinct item_ticket.order_id) filter (where item_ticket.status = 'valid'))::int as orders,
          (count(distinct coalesce(booking_order.external_reference, booking_order.id::text))
            filter (where item_ticket.status = 'valid'))::int as bookings
        from ticketing.item_ticket
        join ticketing.booking_order on booking_order.catalog_id = item_ticket.catalog_id
          and booking_order.id = item_ticket.order_id
        where item_ticket.catalog_id = session_change.catalog_id
          and item_ticket.session_id = session_change.session_id
          and item_ticket.organization_id = ${organizationId}) sold`,
    where: sql`sold.ever > 0 and ${condition}`,
    sortedBy: sql`session_change.changed_at, session_change.id`,
    skip,
    size,
  });
}

import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/database/database';
import { rowColumns } from '@/lib/database/row-columns';
import { ticketTable } from '../product/product-table';
import { canBeChosen } from '../session/on-sale';
import { sessionFields, type StoredSession, withCounter } from '../session/session-store';

const columns = rowColumns({ ...sessionFields, ticketId: ticketTable.id });

// More than a customer looks through. A day may have ten thousand sessions, and each is sent with its event.
const mostOfTicket = 500;

/** The first 500 sessions to choose from for each ticket of a product on a day: those that are on sale, by time. */
export async function sessionsOfTickets(
  reader: Reader,
  { catalogId, productId, day }: { catalogId: string; productId: string; day: string },
): Promise<Map<string, StoredSession[]>> {
  const found = await reader.read(
    columns,
    sql`from ticketing.ticket
        cross join lateral (
          select session.* from ticketing.session
          where ${canBeChosen(sql`${day}::date`)}
          order by session.occurs_at, session.id limit ${mostOfTicket}) session
        ${withCounter}
        where ticket.catalog_id = ${catalogId} and ticket.product_id = ${productId} and not ticket.date_access
        order by session.occurs_at, session.id`,
  );
  const byTicket = new Map<string, StoredSession[]>();
  for (const { ticketId, ...session } of found) {
    const sessions = byTicket.get(ticketId);
    if (sessions === undefined) byTicket.set(ticketId, [session]);
    else sessions.push(session);
  }
  return byTicket;
}

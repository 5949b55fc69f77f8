import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { unitsLeft } from '../availability/counts';
import { sessionOnSale, sessionState } from './on-sale';
import { type StoredSession, storedSessionSchema } from './session';

const columns = sql`
  session.id, session.event_id as "eventId", session.occurs_at as "occursAt", session.duration, session.name,
  session.description, ${sessionState} as status,
  case when ${sessionState} = 'on_sale' then ${unitsLeft(sql`counter`)} else 0 end as "availableQuantity",
  ${sessionOnSale} as open`;
const tables = sql`
  ticketing.session left join ticketing.counter
    on counter.catalog_id = session.catalog_id and counter.id = session.id`;

/** One session that is still offered, or null. */
export async function findSession(
  reader: Reader,
  catalogId: string,
  eventId: string,
  id: string,
): Promise<StoredSession | null> {
  const [found] = await reader.rows(
    storedSessionSchema,
    sql`select ${columns} from ${tables}
        where session.catalog_id = ${catalogId} and session.event_id = ${eventId} and session.id = ${id}
          and session.retired_at is null`,
  );
  return found ?? null;
}

/** Sessions by id, those that are not offered any more too. */
export async function sessionsById(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, StoredSession>> {
  if (ids.length === 0) return new Map();
  const found = await reader.rows(
    storedSessionSchema,
    sql`select ${columns} from ${tables}
        where session.catalog_id = ${catalogId}
          and session.id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
  return new Map(found.map((session) => [session.id, session]));
}

/** Which sessions of an event, in what order. The bounds are moments or days. */
export interface SessionFilter {
  condition: SQL;
  descending: boolean;
}

/** One page of an event's sessions by time, and how many there are. */
export async function pageOfSessions(
  reader: Reader,
  { catalogId, eventId }: { catalogId: string; eventId: string },
  { skip, size, condition, descending }: { skip: number; size: number } & SessionFilter,
): Promise<{ total: number; sessions: StoredSession[] }> {
  const where = sql`session.catalog_id = ${catalogId} and session.event_id = ${eventId}
    and session.retired_at is null and ${condition}`;
  const direction = descending ? sql`desc` : sql`asc`;
  const { total, rows: sessions } = await readPage(reader, storedSessionSchema, {
    columns,
    from: tables,
    counted: sql`ticketing.session`,
    where,
    order: sql`session.occurs_at ${direction}, session.id ${direction}`,
    skip,
    size,
  });
  return { total, sessions };
}

const ofTicketSchema = storedSessionSchema.extend({ ticketId: z.string() });

// More than anybody looks through. A day may have ten thousand sessions, and each is told with its event.
const mostOfTicket = 500;

/** The first 500 sessions to choose from for each ticket of a product on a day: those that are on sale, by time. */
export async function sessionsOfTickets(
  reader: Reader,
  { catalogId, productId, day }: { catalogId: string; productId: string; day: string },
): Promise<Map<string, StoredSession[]>> {
  const found = await reader.rows(
    ofTicketSchema,
    sql`select ticket.id as "ticketId", one.* from ticketing.ticket
        cross join lateral (
          select ${columns} from ${tables}
          where session.catalog_id = ticket.catalog_id and session.event_id = ticket.event_id
            and session.day = ${day}::date and (ticket.tag is null or ticket.tag = session.tag)
            and session.retired_at is null and ${sessionOnSale}
          order by session.occurs_at, session.id limit ${mostOfTicket}) one
        where ticket.catalog_id = ${catalogId} and ticket.product_id = ${productId} and not ticket.date_access
        order by one."occursAt", one.id`,
  );
  const byTicket = new Map<string, StoredSession[]>();
  for (const { ticketId, ...session } of found) {
    const sessions = byTicket.get(ticketId);
    if (sessions === undefined) byTicket.set(ticketId, [session]);
    else sessions.push(session);
  }
  return byTicket;
}

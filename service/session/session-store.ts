import { sql, type SQL } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns, type RowOf } from '@/lib/database/row-columns';
import { mayReturn, unitsForDesk, unitsLeft } from '../availability/counts';
import { sessionOnSale, sessionSaleEnd, sessionState } from './on-sale';
import { sessionTable } from './session-table';

const { id: sessionId, eventId: ofEvent, occursAt, duration, name, description, seatPlanId } = sessionTable;
export const sessionFields = {
  id: sessionId,
  eventId: ofEvent,
  occursAt,
  duration,
  name,
  description,
  saleEndsAt: sessionSaleEnd,
  seatPlanId,
  status: sessionState,
  /** Null: unlimited. */
  availableQuantity: sql<
    number | null
  >`case when ${sessionOnSale} then ${unitsLeft(sql`counter`)} else 0 end`,
  /** None is left, but some are held by others who have not paid. */
  mayReturn: sql<boolean>`(${sessionOnSale} and ${mayReturn(sql`counter`)})`,
  /** How many more a sales desk can sell. */
  counterOnly: sql<number>`case when ${sessionOnSale} then ${unitsForDesk(sql`counter`)} else 0 end`,
};

/** A session as it is stored, with its availability by the database's clock. */
export type StoredSession = RowOf<typeof sessionFields>;

const columns = rowColumns(sessionFields);

export const withCounter = sql`left join ticketing.counter
  on counter.catalog_id = session.catalog_id and counter.id = session.id`;
const tables = sql`ticketing.session ${withCounter}`;

/** One session that is not retired, or null. */
export async function findSession(
  reader: Reader,
  catalogId: string,
  eventId: string,
  id: string,
): Promise<StoredSession | null> {
  const [found] = await reader.read(
    columns,
    sql`from ${tables}
        where session.catalog_id = ${catalogId} and session.event_id = ${eventId} and session.id = ${id}
          and session.retired_at is null`,
  );
  return found ?? null;
}

/** Sessions by id, including retired ones. */
export async function sessionsById(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, StoredSession>> {
  if (ids.length === 0) return new Map();
  const found = await reader.read(
    columns,
    sql`from ${tables} where session.catalog_id = ${catalogId} and ${isOneOf(sessionId, ids)}`,
  );
  return new Map(found.map((session) => [session.id, session]));
}

/** `condition` reads only columns of `session`. */
interface SessionFilter {
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
  const { total, rows: sessions } = await readPage(reader, columns, {
    from: tables,
    counted: sql`ticketing.session`,
    where,
    sortedBy: sql`session.occurs_at ${direction}, session.id ${direction}`,
    skip,
    size,
  });
  return { total, sessions };
}

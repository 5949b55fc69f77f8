import { and, type Column, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns } from '@/lib/database/row-columns';
import { eventTable } from './event-table';

const { id, name, description, image, images, venue, ...others } = eventTable;
const { arrivalWindow, category, languages, accessibility, meetingPoint, minimumAge, included } = others;
const shown = { id, name, description, image, images, venue };
const facts = { arrivalWindow, category, languages, accessibility, meetingPoint, minimumAge, included };
const columns = { ...shown, ...facts };
const pageColumns = rowColumns(columns);

/** An event as it is stored. */
export type StoredEvent = Pick<typeof eventTable.$inferSelect, keyof typeof columns>;

/** One event that is not retired, or null. */
export async function findEvent(
  { db }: Reader,
  catalogId: string,
  eventId: string,
): Promise<StoredEvent | null> {
  const [found] = await db
    .select(columns)
    .from(eventTable)
    .where(and(eq(eventTable.catalogId, catalogId), eq(id, eventId), isNull(eventTable.retiredAt)));
  return found ?? null;
}

/** An event that may be retired. */
export interface AnyEvent extends StoredEvent {
  retiredAt: Date | null;
}

/** Events by id, including retired ones. */
export async function eventsById(
  { db }: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, AnyEvent>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ ...columns, retiredAt: eventTable.retiredAt })
    .from(eventTable)
    .where(and(eq(eventTable.catalogId, catalogId), isOneOf(id, ids)));
  return new Map(found.map((event) => [event.id, event]));
}

export interface EventPageQuery {
  skip: number;
  size: number;
  /** Looked for in names of any language. */
  name: string | undefined;
}

export interface EventPage {
  total: number;
  events: StoredEvent[];
}

/** One page of events in the issuer's order, and how many there are. */
export async function pageOfEvents(
  reader: Reader,
  catalogId: string,
  { skip, size, name: part }: EventPageQuery,
): Promise<EventPage> {
  const { total, rows: events } = await readPage(reader, pageColumns, {
    from: sql`${eventTable}`,
    where: sql`${and(eq(eventTable.catalogId, catalogId), isNull(eventTable.retiredAt), named(name, part))}`,
    sortedBy: sql`${eventTable.position}, ${id}`,
    skip,
    size,
  });
  return { total, events };
}

/** A condition on a column of texts: the text of any language contains the part, ignoring case. */
export function named(column: Column, part: string | undefined): SQL | undefined {
  if (part === undefined) return undefined;
  return sql`exists (select from jsonb_each_text(${column}) where strpos(lower(value), lower(${part})) > 0)`;
}

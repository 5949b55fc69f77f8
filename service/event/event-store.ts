import { sql } from 'drizzle-orm';
import { json, type Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { type StoredEvent, storedEventSchema } from './event';

const columns = sql`id, name, description, image, venue`;

/** One event that is still offered, or null. */
export async function findEvent(reader: Reader, catalogId: string, id: string): Promise<StoredEvent | null> {
  const [found] = await reader.rows(
    storedEventSchema,
    sql`select ${columns} from ticketing.event
        where catalog_id = ${catalogId} and id = ${id} and retired_at is null`,
  );
  return found ?? null;
}

/** Events by id, those that are not offered any more too. */
export async function eventsById(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, StoredEvent>> {
  if (ids.length === 0) return new Map();
  const found = await reader.rows(
    storedEventSchema,
    sql`select ${columns} from ticketing.event
        where catalog_id = ${catalogId}
          and id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
  return new Map(found.map((event) => [event.id, event]));
}

/** One page of events in the issuer's order, and how many there are. `name` finds a part of it in any language. */
export async function pageOfEvents(
  reader: Reader,
  catalogId: string,
  { skip, size, name }: { skip: number; size: number; name: string | undefined },
): Promise<{ total: number; events: StoredEvent[] }> {
  const where = sql`catalog_id = ${catalogId} and retired_at is null and ${named(name)}`;
  const { total, rows: events } = await readPage(reader, storedEventSchema, {
    columns,
    from: sql`ticketing.event`,
    where,
    order: sql`position, id`,
    skip,
    size,
  });
  return { total, events };
}

/** A condition on a `name` column: some language's text has the part, whatever the case of its letters. */
export function named(part: string | undefined) {
  if (part === undefined) return sql`true`;
  return sql`exists (select from jsonb_each_text(name) where strpos(lower(value), lower(${part})) > 0)`;
}

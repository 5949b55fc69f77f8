import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '@/lib/database/database';

/** What decides whether a session can be booked with a ticket. */
const bookableSessionSchema = z.object({
  id: z.string(),
  catalogId: z.string(),
  eventId: z.string(),
  day: z.string(),
  tag: z.string().nullable(),
  limited: z.boolean(),
  /** Not begun yet, by the database's clock, and still offered. */
  open: z.boolean(),
});

export type BookableSession = z.infer<typeof bookableSessionSchema>;

/** Sessions by id, in any catalogue. */
export async function bookableSessions(reader: Reader, ids: readonly string[]): Promise<BookableSession[]> {
  if (ids.length === 0) return [];
  return reader.rows(
    bookableSessionSchema,
    sql`select session.id, session.catalog_id as "catalogId", session.event_id as "eventId", session.day,
          session.tag, counter.capacity is not null as limited,
          session.occurs_at > clock_timestamp() and session.retired_at is null as open
        from ticketing.session left join ticketing.counter
          on counter.catalog_id = session.catalog_id and counter.id = session.id
        where session.id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
}

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
  occursAt: z.date(),
  /** No longer in the issuer's feed. */
  retired: z.boolean(),
});

export type BookableSession = z.infer<typeof bookableSessionSchema>;

/** Sessions by id, in any catalogue. */
export async function bookableSessions(reader: Reader, ids: readonly string[]): Promise<BookableSession[]> {
  if (ids.length === 0) return [];
  return reader.rows(
    bookableSessionSchema,
    sql`select id, catalog_id as "catalogId", event_id as "eventId", day, tag, occurs_at as "occursAt",
          retired_at is not null as retired
        from ticketing.session
        where id in (select value::uuid from jsonb_array_elements_text(${json(ids)}))`,
  );
}

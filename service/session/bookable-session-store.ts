import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '@/lib/database/database';
import { saleTermsColumns, saleTermsSchema } from './on-sale';

/** What decides whether a session can be booked with a ticket. */
const bookableSessionSchema = saleTermsSchema.extend({
  id: z.string(),
  catalogId: z.string(),
  eventId: z.string(),
  day: z.string(),
  tag: z.string().nullable(),
  /** No longer in the issuer's feed. */
  retired: z.boolean(),
});

export type BookableSession = z.infer<typeof bookableSessionSchema>;

/** Sessions of catalogues, by their ids. */
export async function bookableSessions(
  reader: Reader,
  sessions: readonly Pick<BookableSession, 'catalogId' | 'id'>[],
): Promise<BookableSession[]> {
  if (sessions.length === 0) return [];
  const asked = sessions.map(({ catalogId, id }) => ({ catalog_id: catalogId, id }));
  return reader.rows(
    bookableSessionSchema,
    sql`select id, catalog_id as "catalogId", event_id as "eventId", day, tag, ${saleTermsColumns},
          retired_at is not null as retired
        from ticketing.session
        join jsonb_to_recordset(${json(asked)}) as asked (catalog_id uuid, id uuid) using (catalog_id, id)`,
  );
}

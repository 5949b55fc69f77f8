import { isNotNull, sql } from 'drizzle-orm';
import { boundRows } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';
import { isSessionStopped } from '../catalog/override-conditions';
import { sessionTable } from './session-table';

const { id, catalogId, eventId, day, tag, occursAt, status, saleStartsAt, saleEndsAt } = sessionTable;
const columns = { id, catalogId, eventId, day, tag, occursAt, status, saleStartsAt, saleEndsAt };

/** The data that decides whether a session can be booked with a ticket. */
export type BookableSession = Pick<typeof sessionTable.$inferSelect, keyof typeof columns> & {
  /** True if the issuer's feed no longer names it. */
  retired: boolean;
  /** True if staff have closed its sales, or those of its event. */
  stopped: boolean;
};

/** Sessions of catalogues, by their ids. */
export async function bookableSessions(
  { db }: Reader,
  sessions: readonly Pick<BookableSession, 'catalogId' | 'id'>[],
): Promise<BookableSession[]> {
  if (sessions.length === 0) return [];
  const asked = sessions.map((session) => ({ catalog_id: session.catalogId, id: session.id }));
  return db
    .select({
      ...columns,
      retired: sql<boolean>`${isNotNull(sessionTable.retiredAt)}`,
      stopped: isSessionStopped,
    })
    .from(sessionTable)
    .innerJoin(
      boundRows(asked, 'asked (catalog_id uuid, id uuid)'),
      sql`(${catalogId}, ${id}) = (asked.catalog_id, asked.id)`,
    );
}

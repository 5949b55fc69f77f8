import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { byCatalog } from '../ids/catalog-id';
import { isSessionStopped } from '../catalog/override-conditions';
import { latestSale } from './on-sale';
import { sessionTable } from './session-table';

const { id, catalogId, eventId, day, tag, occursAt, status, saleStartsAt, saleEndsAt } = sessionTable;
const { seatPlanId } = sessionTable;
const columns = { id, catalogId, eventId, day, tag, occursAt, status, saleStartsAt, saleEndsAt, seatPlanId };

/** The data that decides whether a session can be booked with a ticket. */
export type BookableSession = Pick<typeof sessionTable.$inferSelect, keyof typeof columns> & {
  latestSale: Date;
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
  const found = await Promise.all(
    byCatalog(sessions, (session) => session.catalogId).map(([ofCatalog, own]) =>
      db
        .select({
          ...columns,
          latestSale: latestSale.mapWith(occursAt),
          retired: sql<boolean>`${isNotNull(sessionTable.retiredAt)}`,
          stopped: isSessionStopped,
        })
        .from(sessionTable)
        .where(
          and(
            eq(catalogId, ofCatalog),
            isOneOf(
              id,
              own.map((session) => session.id),
            ),
          ),
        ),
    ),
  );
  return found.flat();
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Reader, Transaction } from '../../database/database';

interface PlaceClaim {
  readonly roomId: number;
  readonly place: number;
  /** Hash of the token in the browser's cookie. */
  readonly tokenHash: string;
}

/**
 * Gives a place to the browser that uses it first; false if that was another one. Concurrency guarantee: of several
 * browsers that use a place at once, one gets it, because it has one row.
 */
export async function claimPlace(
  database: Database,
  { roomId, place, tokenHash }: PlaceClaim,
): Promise<boolean> {
  const [used] = await database.single.write(
    z.object({ tokenHash: z.string() }),
    sql`insert into storefront.waiting_admission as used (room_id, place, token_hash, used_at)
          values (${roomId}, ${place}, ${tokenHash}, clock_timestamp())
          on conflict (room_id, place) do update set used_at = used.used_at returning token_hash as "tokenHash"`,
  );
  return used?.tokenHash === tokenHash;
}

/** Records that the visitor with this place got tickets. */
export async function markPlaceUsed(
  database: Database,
  { roomId, place }: Omit<PlaceClaim, 'tokenHash'>,
): Promise<void> {
  await database.single.run(
    sql`update storefront.waiting_admission set held_at = clock_timestamp()
          where room_id = ${roomId} and place = ${place} and held_at is null`,
  );
}

export interface AdmittedPlace {
  /** Until when the visitor may choose. */
  readonly until: Date;
  /** The browser that has used the place: the hash of its token; null if none has. */
  readonly usedBy: string | null;
}

/**
 * When the place's time to choose ends, and who uses it; null if it is not admitted. `minutes`: how long a visitor has
 * to choose.
 */
export async function readAdmittedPlace(
  reader: Reader,
  { roomId, place }: Omit<PlaceClaim, 'tokenHash'>,
  minutes: number,
): Promise<AdmittedPlace | null> {
  const [admission] = await reader.rows(
    z.object({ until: z.date(), usedBy: z.string().nullable() }),
    sql`select at + make_interval(mins => ${minutes}) + coalesce(clock_timestamp() - paused_at, interval '0') as until, (
            select token_hash from storefront.waiting_admission where room_id = ${roomId} and place = ${place}
          ) as "usedBy"
        from storefront.waiting_advance join storefront.waiting_room on waiting_room.id = room_id
        where room_id = ${roomId} and up_to >= ${place} order by at limit 1`,
  );
  return admission ?? null;
}

/**
 * Deletes at most `limit` rows about how far the serving counter of a closed room had got, a day after closing. Resolves
 * to how many rows were deleted. Open rooms delete their own rows (`advance`). Concurrency guarantee: rows that others
 * have locked are left out.
 */
export function deleteOldAdvances(transaction: Transaction, limit: number): Promise<number> {
  return transaction.run(
    sql`delete from storefront.waiting_advance where ctid in (
          select step.ctid from storefront.waiting_room as room
          join storefront.waiting_advance as step on step.room_id = room.id
          where room.closed_at < statement_timestamp() - interval '1 day'
          limit ${limit} for update of step skip locked)`,
  );
}

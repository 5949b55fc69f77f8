import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader } from '@/lib/database/database';

const takenRow = z.object({ sessionId: z.string(), seats: z.string() });

/** The names of the seats that are held or sold, by session; sessions without any are left out. */
export async function takenSeats(
  reader: Reader,
  catalogId: string,
  sessionIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (sessionIds.length === 0) return new Map();
  // One text, because it is read several times as fast as an array. A name has no space.
  const found = await reader.rows(
    takenRow,
    sql`select session_id as "sessionId", string_agg(seat, ' ') as seats from ticketing.taken_seat
        where catalog_id = ${catalogId} and session_id in ${boundIds(sessionIds)} group by session_id`,
  );
  return new Map(found.map(({ sessionId, seats }) => [sessionId, seats.split(' ')]));
}

/**
 * The part of a statement that frees the seats of holds which it deletes. `ended`: another part of it, with counter_id,
 * hold_id and seats of each hold.
 */
export const freedSeats = (catalogId: string, ended: string): SQL =>
  sql`freed as (
        delete from ticketing.taken_seat
        using (select counter_id, hold_id, unnest(seats) as seat from ${sql.raw(ended)}) gone_seat
        where taken_seat.catalog_id = ${catalogId} and taken_seat.session_id = gone_seat.counter_id
          and taken_seat.seat = gone_seat.seat and taken_seat.hold_id = gone_seat.hold_id)`;

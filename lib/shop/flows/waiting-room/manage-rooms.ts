import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../database/database';
import type { Limits } from '../../rules/pace';

/** What staff may change of a room that is not closed. */
export type RoomChange =
  | { readonly kind: 'pause' | 'resume' | 'close' }
  /** A new time for an opening that has not come. */
  | { readonly kind: 'opening'; readonly opensAt: Date; readonly timezone: string }
  | { readonly kind: 'limits'; readonly limits: Limits };

function assignment(change: RoomChange): SQL {
  switch (change.kind) {
    case 'pause':
      return sql`is_paused = true, paused_at = coalesce(paused_at, clock_timestamp())`;
    case 'resume':
      return sql`is_paused = false, paused_at = null`;
    case 'close':
      return sql`closed_at = clock_timestamp()`;
    case 'opening':
      return sql`opens_at = ${change.opensAt.toISOString()}::timestamptz, timezone = ${change.timezone}`;
    case 'limits': {
      const { leastPerMinute, mostPerMinute, mostActive } = change.limits;
      return sql`least_per_minute = ${leastPerMinute}, most_per_minute = ${mostPerMinute}, most_active = ${mostActive}`;
    }
  }
}

/** False if the room is closed; and for another time of the opening, if the order is drawn already. */
export async function changeRoom(database: Database, roomId: number, change: RoomChange): Promise<boolean> {
  if (change.kind === 'resume') await addPause(database, roomId);
  const condition = change.kind === 'opening' ? sql`and drawn is null` : sql``;
  const changed = await database.single.run(
    sql`update storefront.waiting_room set ${assignment(change)}
          where id = ${roomId} and closed_at is null ${condition}`,
  );
  return changed === 1;
}

/**
 * Gives the visitors who were let in the time of the pause in addition. Concurrency guarantee: `paused_at` is set to null
 * in the same statement, so two who continue at once add it once.
 */
async function addPause(database: Database, roomId: number): Promise<void> {
  await database.single.run(
    sql`with paused as (
          select id, lapsed, paused_at from storefront.waiting_room
          where id = ${roomId} and paused_at is not null for no key update
        ), resumed as (
          update storefront.waiting_room as room set paused_at = null from paused where room.id = paused.id
        )
        update storefront.waiting_advance as step set at = at + (clock_timestamp() - paused.paused_at)
        from paused where step.room_id = paused.id and step.up_to > paused.lapsed`,
  );
}

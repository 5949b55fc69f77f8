import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/database';
import type { Limits } from './pace';

/** What staff may change of a room that is not closed. */
export type RoomChange =
  | { readonly kind: 'pause' | 'resume' | 'close' }
  /** A new time for an opening that has not come. */
  | { readonly kind: 'opening'; readonly opensAt: Date; readonly timezone: string }
  | { readonly kind: 'limits'; readonly limits: Limits };

function assignment(change: RoomChange): SQL {
  switch (change.kind) {
    case 'pause':
      return sql`is_paused = true`;
    case 'resume':
      return sql`is_paused = false`;
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
  const condition = change.kind === 'opening' ? sql`and drawn is null` : sql``;
  const changed = await database.single.run(
    sql`update storefront.waiting_room set ${assignment(change)}
          where id = ${roomId} and closed_at is null ${condition}`,
  );
  return changed === 1;
}

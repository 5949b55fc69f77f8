import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';

/**
 * A visitor who has not asked for tickets so long after being admitted has probably left: the waiting page shows the
 * turn within a minute and a half. The visitor does not count as active any more, but may still use the place.
 */
const absentMinutes = 2;

/** The last place of `room` that was admitted so many minutes ago. While the room is paused, time stands still. */
const upTo = (minutes: number): SQL => sql`coalesce((
  select up_to from storefront.waiting_advance
  where room_id = room.id and at <= coalesce(room.paused_at, statement_timestamp()) - make_interval(mins => ${minutes})
  order by at desc limit 1), 0)`;

/** How many places of `room` that meet the condition were used. */
const used = (condition: SQL): SQL => sql`(
  select count(*)::int from storefront.waiting_admission as used where used.room_id = room.id and ${condition})`;

const heldInLastMinute = used(sql`used.held_at > statement_timestamp() - interval '1 minute'`);

/**
 * How many admitted visitors choose tickets: those who were admitted a short time ago (after place `absent`), and those
 * who have asked for tickets and have time left (after place `lapsed`), without the ones who got tickets.
 */
const active = sql`admitted - absent
  + ${used(sql`used.place > lapsed and used.place <= absent and used.held_at is null`)}
  - ${used(sql`used.place > absent and used.held_at is not null`)}`;

const measuredSchema = z.object({ lapsed: z.int(), completed: z.int(), active: z.int() });

/**
 * Where the places of which time is over end, what visitors do, and how many finished it in the last minute: they got
 * tickets, were absent for too long without having used their place, or had used it and let their time pass.
 * `minutes`: how long a visitor has to choose.
 */
export async function measure(
  reader: Reader,
  roomId: number,
  minutes: number,
): Promise<z.output<typeof measuredSchema>> {
  const [measured] = await reader.rows(
    measuredSchema,
    sql`select lapsed, ${active} as active,
          ${heldInLastMinute}
            + absent - absent_before - ${used(sql`used.place > absent_before and used.place <= absent`)}
            + ${used(sql`used.place > lapsed_before and used.place <= lapsed and used.held_at is null`)} as completed
        from (
          select id, admitted, paused_at, lapsed, lapsed_before,
            greatest(lapsed, ${upTo(absentMinutes)}) as absent,
            greatest(lapsed_before, ${upTo(absentMinutes + 1)}) as absent_before
          from (
            select id, admitted, paused_at, greatest(lapsed, ${upTo(minutes)}) as lapsed, ${upTo(minutes + 1)} as lapsed_before
            from storefront.waiting_room as room where id = ${roomId}
          ) as room
        ) as room`,
  );
  if (measured === undefined) throw new Error(`there is no room ${roomId}`);
  return measured;
}

const countsSchema = z.object({ id: z.int(), active: z.int(), held: z.int(), heldLastMinute: z.int() });
export type RoomCounts = z.output<typeof countsSchema>;

/** Of the rooms that are not closed: how many visitors choose at present, and how many got tickets. */
export function readCounts(reader: Reader): Promise<RoomCounts[]> {
  return reader.rows(
    countsSchema,
    sql`select id, ${active} as active, ${used(sql`used.held_at is not null`)} as held,
          ${heldInLastMinute} as "heldLastMinute"
        from (
          select id, admitted, lapsed, greatest(lapsed, ${upTo(absentMinutes)}) as absent
          from storefront.waiting_room as room where closed_at is null
        ) as room`,
  );
}

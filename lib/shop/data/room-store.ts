import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, json, type Reader, type Transaction } from '../../database/database';
import { nextStep } from '../rules/pace';
import { measure } from './progress-store';
import { type Room, roomSchema } from '../rules/room';
import { type Scope, scopeText } from '../rules/scope';

/** A room whose line is empty for so long closes if nobody of the staff has opened it. */
const emptyMinutes = 5;
/** For so long the times of the counter are kept: no visitor has that long to choose. */
const keptHours = 2;

/** Due: the counters of an open room move about once a second, whichever process does it. */
const isDue = sql`opens_at <= clock_timestamp()
  and (advanced_at is null or advanced_at <= clock_timestamp() - interval '0.9 seconds')`;

export function readRooms(reader: Reader): Promise<Room[]> {
  return reader.rows(
    roomSchema,
    sql`select id, scope, opened_by as "openedBy", opens_at as "opensAt", timezone,
          extract(epoch from opens_at - clock_timestamp())::float8 as "opensIn",
          is_paused as "isPaused", is_sold_out as "isSoldOut", last_number as "lastNumber", drawn, seed,
          admitted, lapsed, per_minute as "perMinute", achieved_per_minute as "achievedPerMinute",
          least_per_minute as "leastPerMinute",
          most_per_minute as "mostPerMinute", most_active as "mostActive", ${isDue} as "isDue"
        from storefront.waiting_room where closed_at is null order by id`,
  );
}

/**
 * The next numbers of rooms, one for each time that a room is named, in that order; null for a room that is closed.
 * Concurrency guarantee: the UPDATE gives each process a range of its own.
 */
export async function takeNumbers(
  database: Database,
  roomIds: readonly number[],
): Promise<(number | null)[]> {
  const taken = await database.single.write(
    z.object({ id: z.int(), lastNumber: z.int(), count: z.int() }),
    sql`update storefront.waiting_room as room set last_number = last_number + asked.count, empty_since = null
          from (select value::int as id, count(*)::int as count
            from jsonb_array_elements_text(${json(roomIds)}) group by value) as asked
          where room.id = asked.id and room.closed_at is null
          returning room.id, room.last_number as "lastNumber", asked.count`,
  );
  const next = new Map(taken.map(({ id, lastNumber, count }) => [id, lastNumber - count + 1]));
  return roomIds.map((id) => {
    const number = next.get(id);
    if (number === undefined) return null;
    next.set(id, number + 1);
    return number;
  });
}

const dueSchema = z.object({
  drawn: z.int().nullable(),
  isPaused: z.boolean(),
  isSoldOut: z.boolean(),
  elapsedSeconds: z.number(),
  waiting: z.int(),
  allowance: z.number(),
  achieved: z.number().nullable(),
  leastPerMinute: z.int(),
  mostPerMinute: z.int(),
  mostActive: z.int(),
});

/**
 * Moves the counters of a room, and draws the order of the numbers from before the opening when it has come; false
 * if that is not due, or if another process does it. Concurrency guarantee: the row is locked, and its time of the
 * last step is looked at under the lock, so all processes together take one step a second.
 */
export function advance(database: Database, roomId: number, minutes: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [due] = await transaction.rows(
      dueSchema,
      sql`select drawn, is_paused as "isPaused", is_sold_out as "isSoldOut", allowance,
            achieved_per_minute as achieved,
            coalesce(extract(epoch from clock_timestamp() - advanced_at), 1)::float8 as "elapsedSeconds",
            last_number - admitted as waiting, least_per_minute as "leastPerMinute",
            most_per_minute as "mostPerMinute", most_active as "mostActive"
          from storefront.waiting_room where id = ${roomId} and closed_at is null and ${isDue}
          for no key update skip locked`,
    );
    if (due === undefined) return false;
    if (due.drawn === null) await draw(transaction, roomId);
    else await step(transaction, roomId, due, minutes);
    return true;
  });
}

/** The seed is made at this moment, by the database: before it nobody can know the order. */
async function draw(transaction: Transaction, roomId: number): Promise<void> {
  await transaction.run(
    sql`update storefront.waiting_room
        set drawn = last_number, seed = gen_random_uuid()::text, advanced_at = clock_timestamp()
        where id = ${roomId}`,
  );
}

async function step(
  transaction: Transaction,
  roomId: number,
  due: z.output<typeof dueSchema>,
  minutes: number,
): Promise<void> {
  const measured = await measure(transaction, roomId, minutes);
  const { perMinute, admit, allowance, achieved } = nextStep({ ...due, ...measured }, due);
  const isStopped = due.isPaused || due.isSoldOut;
  const admitted = isStopped ? 0 : admit;
  await transaction.run(
    sql`with moved as (
          update storefront.waiting_room set admitted = admitted + ${admitted}::int, lapsed = ${measured.lapsed}::int,
            per_minute = ${perMinute}::int, allowance = ${allowance}::float8, advanced_at = clock_timestamp(),
            achieved_per_minute = ${isStopped ? due.achieved : achieved}::float8,
            empty_since = case when admitted + ${admitted}::int < last_number then null
              else coalesce(empty_since, clock_timestamp()) end,
            closed_at = case when opened_by = 'demand' and last_number = admitted
              and empty_since < clock_timestamp() - make_interval(mins => ${emptyMinutes}) then clock_timestamp() end
          where id = ${roomId} returning admitted)
        insert into storefront.waiting_advance (room_id, at, up_to)
        select ${roomId}::int, clock_timestamp(), admitted from moved where ${admitted}::int > 0`,
  );
  await transaction.run(
    sql`delete from storefront.waiting_advance where room_id = ${roomId} and up_to < ${measured.lapsed}
          and at < statement_timestamp() - make_interval(hours => ${keptHours})`,
  );
}

export interface NewRoom {
  readonly scope: Scope;
  readonly openedBy: 'staff' | 'demand';
  /** Null: it opens at once, and has no draw. */
  readonly opensAt: Date | null;
  readonly timezone: string;
}

/** What a room admits if staff have not said otherwise. */
export const usualLimits = { leastPerMinute: 120, mostPerMinute: 600, mostActive: 300 };

/**
 * Opens a room; null if there is one for this scope already. It is looked for first, because an INSERT that conflicts
 * uses up a number of the rooms.
 */
export async function insertRoom(database: Database, room: NewRoom): Promise<number | null> {
  const { leastPerMinute, mostPerMinute, mostActive } = usualLimits;
  const opensAt = room.opensAt?.toISOString() ?? null;
  const scope = scopeText(room.scope);
  const [made] = await database.single.write(
    z.object({ id: z.int() }),
    sql`insert into storefront.waiting_room (scope, opened_by, created_at, opens_at, drawn, timezone, per_minute,
            least_per_minute, most_per_minute, most_active)
          select ${scope}, ${room.openedBy}, clock_timestamp(),
            coalesce(${opensAt}::timestamptz, clock_timestamp()), ${opensAt === null ? 0 : null}::int,
            ${room.timezone}, ${leastPerMinute}::int, ${leastPerMinute}::int, ${mostPerMinute}::int, ${mostActive}::int
          where not exists (
            select 1 from storefront.waiting_room where scope = ${scope} and closed_at is null)
          on conflict (scope) where closed_at is null do nothing returning id`,
  );
  return made?.id ?? null;
}

export async function saveSoldOut(database: Database, roomId: number, isSoldOut: boolean): Promise<void> {
  await database.single.run(
    sql`update storefront.waiting_room set is_sold_out = ${isSoldOut}
          where id = ${roomId} and is_sold_out <> ${isSoldOut}`,
  );
}

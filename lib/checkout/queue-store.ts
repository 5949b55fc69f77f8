import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database';

/** A killed worker's rows pass on when this is over; nothing that is done under a lease may take longer. */
export const leaseSeconds = 45;

const idRow = z.object({ id: z.string() });
const leased = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

type Queue = 'checkout' | 'webhook' | 'mail';

function tableOf(queue: Queue): SQL {
  return sql.raw(`storefront.${queue}`);
}

/**
 * Takes what is due, the longest due first. Race promise: rows are locked before they are leased and locked ones are
 * skipped, so any number of workers side by side never take the same.
 */
export async function takeDue(database: Database, queue: Queue, limit: number): Promise<string[]> {
  const table = tableOf(queue);
  const rows = await database.transaction((transaction) =>
    transaction.write(
      idRow,
      sql`update ${table} set leased_until = ${leased}
          where id in (
            select id from ${table}
            where due_at <= clock_timestamp() and (leased_until is null or leased_until <= clock_timestamp())
            order by due_at limit ${limit} for update skip locked)
          returning id::text`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Takes this checkout now, due or not, unless somebody has it; it must have something left to do. */
export async function takeCheckout(database: Database, id: string): Promise<boolean> {
  const taken = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout set leased_until = ${leased}
          where id = ${id} and due_at is not null
            and (leased_until is null or leased_until <= clock_timestamp())`,
    ),
  );
  return taken === 1;
}

/** Gives a letter or webhook back: to be tried again in so many seconds. */
export async function giveBack(
  database: Database,
  queue: 'webhook' | 'mail',
  id: string,
  again: { seconds: number },
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update ${tableOf(queue)}
          set leased_until = null, tries = tries + 1,
            due_at = clock_timestamp() + make_interval(secs => ${again.seconds})
          where id::text = ${id} and due_at is not null`,
    ),
  );
}

/**
 * Gives a checkout back, to be looked after again in so many seconds. Race promise: not later than an arrow wants that
 * somebody else went meanwhile.
 */
export async function giveBackCheckout(
  database: Database,
  seen: { id: string; version: number },
  again: { seconds: number },
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout
          set leased_until = null,
            tries = case when version = ${seen.version} then tries + 1 else tries end,
            due_at = case when version = ${seen.version} and due_at is not null
              then clock_timestamp() + make_interval(secs => ${again.seconds}) else due_at end
          where id = ${seen.id}`,
    ),
  );
}

/** Gives a checkout back after its arrows said themselves when it is due. */
export async function release(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(sql`update storefront.checkout set leased_until = null where id = ${id}`),
  );
}

/** Lengthens the lease between two long steps. */
export async function renew(database: Database, id: string): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(sql`update storefront.checkout set leased_until = ${leased} where id = ${id}`),
  );
}

/** Seconds until the next try: doubling from 2 to a minute, spread so that many don't come back at once. */
export function backOffSeconds(tries: number, random: () => number = Math.random): number {
  return Math.min(60, 2 ** Math.min(tries + 1, 6)) * (0.75 + random() / 2);
}

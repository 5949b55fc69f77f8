import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../database/database';

/** How long a sign-in of staff lasts at most (hours), and without being used (minutes). */
export const staffSessionLimits = { hours: 8, idleMinutes: 30 } as const;

// By the database's clock, as everything that ends.
const isAlive = sql`ended_at is null
  and seen_at > clock_timestamp() - make_interval(mins => ${staffSessionLimits.idleMinutes})
  and created_at > clock_timestamp() - make_interval(hours => ${staffSessionLimits.hours})`;

/** Begins a session, and forgets those that ended long ago. */
export async function beginStaffSession(transaction: Transaction, tokenHash: string): Promise<void> {
  await transaction.run(
    sql`delete from storefront.staff_session where created_at < clock_timestamp() - interval '1 day'`,
  );
  await transaction.run(
    sql`insert into storefront.staff_session (token_hash, created_at, seen_at)
        values (${tokenHash}, clock_timestamp(), clock_timestamp())`,
  );
}

/**
 * Whether a session is good; using it keeps it so. Race promise: the UPDATE has the same condition, so that a session
 * that ends meanwhile is not used any more. Written once a minute at most, since a page asks several times.
 */
export async function touchStaffSession(database: Database, tokenHash: string): Promise<boolean> {
  const [found] = await database.rows(
    z.object({ isRecent: z.boolean() }),
    sql`select seen_at > clock_timestamp() - interval '1 minute' as "isRecent"
        from storefront.staff_session where token_hash = ${tokenHash} and ${isAlive}`,
  );
  if (found === undefined || found.isRecent) return found !== undefined;
  const changed = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.staff_session set seen_at = clock_timestamp()
          where token_hash = ${tokenHash} and ${isAlive}`,
    ),
  );
  return changed === 1;
}

/** Ends a session for good. Whether it was good until now. */
export async function endStaffSession(transaction: Transaction, tokenHash: string): Promise<boolean> {
  const changed = await transaction.run(
    sql`update storefront.staff_session set ended_at = clock_timestamp()
        where token_hash = ${tokenHash} and ${isAlive}`,
  );
  return changed === 1;
}

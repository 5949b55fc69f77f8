import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../database/database';

/** A killed process's job passes on when this is over; a run that lives renews it in time. */
const leaseSeconds = 60;

const leased = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** The latest moment at which it was this hour (UTC) by the database's clock: tonight's, or last night's. */
const lastNight = (hour: number): SQL => {
  const shift = sql`make_interval(hours => ${hour}::int)`;
  return sql`date_trunc('day', (clock_timestamp() - ${shift}) at time zone 'UTC') at time zone 'UTC' + ${shift}`;
};

/** Makes a job known. A new one is due for the first time in the next night: nothing is missed before. */
export async function registerJob(transaction: Transaction, name: string, hour: number): Promise<void> {
  await transaction.run(
    sql`insert into storefront.nightly_job (name, done_for) values (${name}, ${lastNight(hour)})
        on conflict (name) do nothing`,
  );
}

const nightRow = z.object({ night: z.date() });

/**
 * Takes a job that is due, for a run. Null when it is not due, or another process has it. Race promise: one
 * conditional UPDATE, so of any number of processes one takes it.
 */
export async function takeJob(
  database: Database,
  { name, hour, runId }: { name: string; hour: number; runId: string },
): Promise<Date | null> {
  const [taken] = await database.transaction((transaction) =>
    transaction.write(
      nightRow,
      sql`update storefront.nightly_job
          set run_id = ${runId}::uuid, leased_until = ${leased}, last_started_at = clock_timestamp()
          where name = ${name} and done_for < ${lastNight(hour)}
            and (leased_until is null or leased_until <= clock_timestamp())
          returning ${lastNight(hour)} as night`,
    ),
  );
  return taken?.night ?? null;
}

/** Lengthens the lease of a run. False when another process has taken the job. */
export async function renewJob(database: Database, name: string, runId: string): Promise<boolean> {
  const changed = await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.nightly_job set leased_until = ${leased} where name = ${name} and run_id = ${runId}::uuid`,
    ),
  );
  return changed === 1;
}

/** The job is done for that night. */
export async function finishJob(database: Database, name: string, runId: string, night: Date): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.nightly_job
          set done_for = ${night.toISOString()}::timestamptz, last_finished_at = clock_timestamp(),
            run_id = null, leased_until = null
          where name = ${name} and run_id = ${runId}::uuid`,
    ),
  );
}

/** Gives a job back that is not done: to be tried again in so many seconds. */
export async function postponeJob(
  database: Database,
  name: string,
  runId: string,
  again: { seconds: number },
): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.nightly_job
          set run_id = null, leased_until = clock_timestamp() + make_interval(secs => ${again.seconds})
          where name = ${name} and run_id = ${runId}::uuid`,
    ),
  );
}

import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '../../database/database';

/** After this time another process takes the job of a killed one; a running one renews the lease in time. */
const leaseSeconds = 60;

const leased = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** The latest moment at which it was this hour (UTC) by the database's clock: tonight's or last night's. */
const lastNight = (hour: number): SQL => {
  const shift = sql`make_interval(hours => ${hour}::int)`;
  return sql`date_trunc('day', (clock_timestamp() - ${shift}) at time zone 'UTC') at time zone 'UTC' + ${shift}`;
};

/** A new job is due for the first time in the next night, because there is nothing to catch up with. */
export async function registerJob(transaction: Transaction, name: string, hour: number): Promise<void> {
  await transaction.run(
    sql`insert into storefront.nightly_job (name, done_for) values (${name}, ${lastNight(hour)})
        on conflict (name) do nothing`,
  );
}

/**
 * Takes a job that is due. Null when it is not due, or when another process has it. Concurrency guarantee:
 * one conditional UPDATE, so of any number of processes one takes it.
 */
export async function takeJob(database: Database, { name, runId }: Run, hour: number): Promise<Date | null> {
  const [taken] = await database.single.write(
    z.object({ night: z.date() }),
    sql`update storefront.nightly_job
          set run_id = ${runId}::uuid, leased_until = ${leased}, last_started_at = clock_timestamp()
          where name = ${name} and done_for < ${lastNight(hour)}
            and (leased_until is null or leased_until <= clock_timestamp())
          returning ${lastNight(hour)} as night`,
  );
  return taken?.night ?? null;
}

/** One run of a job, in one of the processes. */
export interface Run {
  name: string;
  runId: string;
}

/** Renews the lease of a run. False when another process has taken the job. */
export function renewJob(database: Database, run: Run): Promise<boolean> {
  return changeRun(database, run, sql`leased_until = ${leased}`);
}

export function finishJob(database: Database, run: Run, night: Date): Promise<boolean> {
  const done = sql`done_for = ${night.toISOString()}::timestamptz, last_finished_at = clock_timestamp()`;
  return changeRun(database, run, sql`${done}, run_id = null, leased_until = null`);
}

export function postponeJob(database: Database, run: Run, again: { seconds: number }): Promise<boolean> {
  const until = sql`clock_timestamp() + make_interval(secs => ${again.seconds})`;
  return changeRun(database, run, sql`run_id = null, leased_until = ${until}`);
}

/** False when the job belongs to another run. */
async function changeRun(database: Database, { name, runId }: Run, changes: SQL): Promise<boolean> {
  const changed = await database.single.run(
    sql`update storefront.nightly_job set ${changes} where name = ${name} and run_id = ${runId}::uuid`,
  );
  return changed === 1;
}

import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '../../database/bound-rows';
import type { Database, Transaction } from '../../database/database';
import { type JobKind, type JobSubject, jobSubjects } from '../tables/job-table';
import { raiseAlert } from './alert-store';

/**
 * After this time another worker takes the jobs of a killed one, and those that were taken when the database went away. It
 * is short, because customers who have paid wait for it; a running worker renews its leases in time.
 */
export const leaseSeconds = 15;

const now = sql`clock_timestamp()`;
const leased = sql`${now} + make_interval(secs => ${leaseSeconds})`;
const laterBy = (seconds: number) => sql`${now} + make_interval(secs => ${seconds})`;

/**
 * The part of a statement that creates jobs from rows of kind, subject, key and due time. A job that exists is due then,
 * and counts its tries from 0; a worker that has it keeps it.
 */
export const insertJobs = (rows: SQL): SQL =>
  sql`insert into storefront.job (kind, subject, key, due_at) ${rows}
      on conflict (subject, key) do update set kind = excluded.kind, due_at = excluded.due_at, tries = 0`;

/** One such row. */
export const jobRow = (kind: JobKind, key: SQL, dueAt: SQL = now): SQL =>
  sql`${kind}::text, ${jobSubjects[kind]}::text, ${key}, ${dueAt}`;

/** Creates a job that is due now, in the transaction that causes it. */
export async function addJob(transaction: Transaction, kind: JobKind, key: string): Promise<void> {
  await transaction.run(insertJobs(sql`select ${jobRow(kind, sql`${key}::text`)}`));
}

/** Creates a job that is repeated for ever, if there is none. */
export async function ensureJob(
  { single }: Database,
  kind: JobKind,
  { key = '', dueAt = now }: { key?: string; dueAt?: SQL } = {},
): Promise<void> {
  await single.run(
    sql`insert into storefront.job (kind, subject, key, due_at) values (${jobRow(kind, sql`${key}::text`, dueAt)})
        on conflict do nothing`,
  );
}

/** A job that is repeated for ever is done, and due again then. */
export async function repeatJob(
  { single }: Database,
  subject: JobSubject,
  key: string,
  dueAt: SQL,
): Promise<void> {
  await single.run(
    sql`update storefront.job set leased_until = null, tries = 0, due_at = ${dueAt} where ${isJob(subject, key)}`,
  );
}

/** The next moment at which it is this hour (UTC) by the database's clock. */
export const nextNight = (hour: number): SQL => {
  const shift = sql`make_interval(hours => ${hour}::int)`;
  return sql`(date_trunc('day', (${now} - ${shift}) at time zone 'UTC') + interval '1 day') at time zone 'UTC' + ${shift}`;
};

/** The statement that deletes a job; `key` may select it from another part of the same statement. */
export const endOf = (subject: JobSubject, key: SQL | string): SQL =>
  sql`delete from storefront.job where ${isJob(subject, key)}`;

/** Deletes a job, in the transaction that has done it or makes it needless; or alone, if its row was deleted. */
export async function endJob(
  transaction: Pick<Transaction, 'run'>,
  subject: JobSubject,
  key: string,
): Promise<void> {
  await transaction.run(endOf(subject, key));
}

const leftSeconds = 10;
const isJob = (subject: JobSubject, key: SQL | string) => sql`subject = ${subject} and key = ${key}`;

const jobSchema = z.object({ kind: z.string(), key: z.string(), tries: z.int() });

export interface Job<Kind extends string = string> {
  kind: Kind;
  /** Identifies the row that it is about. */
  key: string;
  /** How often it was postponed. */
  tries: number;
}

/** At most so many jobs of a kind. */
export interface Wanted<Kind extends string = JobKind> {
  kind: Kind;
  most: number;
}

/**
 * Takes jobs of several kinds that are due, of each kind the longest due first. `also`: what is to be done when a
 * condition holds; it is not leased. Concurrency guarantee: rows are locked before they are leased and locked ones are
 * skipped, so any number of concurrent workers never take the same job. The limit of 100 is more than all limits together:
 * it tells the planner that there are few, so that it does not read the whole table to find them.
 */
export function claimJobs(
  { single }: Pick<Database, 'single'>,
  wanted: readonly Wanted[],
  also: readonly { kind: string; when: SQL }[] = [],
): Promise<Job[]> {
  const others = also.map(({ kind, when }) => sql` union all select ${kind}, '', 0 where ${when}`);
  return single.write(
    jobSchema,
    sql`with wanted as (select * from ${boundRows(wanted, 'one (kind text, most int)')}),
          due as (
            select one.subject, one.key from wanted cross join lateral (
              select subject, key from storefront.job
              where job.kind = wanted.kind and due_at <= statement_timestamp()
                and (leased_until is null or leased_until <= statement_timestamp())
              order by due_at limit wanted.most for update skip locked) one
            limit 100),
          taken as (
            update storefront.job set leased_until = ${leased} from due
            where job.subject = due.subject and job.key = due.key
            returning job.kind, job.key, job.tries)
        select kind, key, tries from taken${sql.join(others)}`,
  );
}

/** Takes this job, due or not, unless another worker has it or there is none. */
export async function claimJob({ single }: Database, subject: JobSubject, key: string): Promise<boolean> {
  const taken = await single.run(
    sql`update storefront.job set leased_until = ${leased}
        where ${isJob(subject, key)} and (leased_until is null or leased_until <= ${now})`,
  );
  return taken === 1;
}

/** Tries a job again after some seconds. */
export async function postponeJob(
  { single }: Database,
  subject: JobSubject,
  key: string,
  { seconds }: { seconds: number },
): Promise<void> {
  await single.run(
    sql`update storefront.job set leased_until = null, tries = tries + 1, due_at = ${laterBy(seconds)}
        where ${isJob(subject, key)}`,
  );
}

/**
 * The statement that ends a job whose subject comes to rest. A worker that has it keeps it until it lets it go: what follows
 * meanwhile waits for that worker, so no two do steps of one row at once. It is a statement of its own, so that it sees who
 * has the job when the row of the subject is locked.
 */
export const restJob = (subject: JobSubject, key: string): SQL =>
  sql`with ended as (
        delete from storefront.job
        where ${isJob(subject, key)} and (leased_until is null or leased_until <= ${now}))
      update storefront.job set due_at = 'infinity' where ${isJob(subject, key)} and leased_until > ${now}`;

/** Lets others take a job, whose next due time is set; if it is at rest, it ends. */
export async function releaseJob({ single }: Database, subject: JobSubject, key: string): Promise<void> {
  await single.run(
    sql`with ended as (delete from storefront.job where ${isJob(subject, key)} and due_at = 'infinity')
        update storefront.job set leased_until = null where ${isJob(subject, key)} and due_at < 'infinity'`,
  );
}

/**
 * Lets others take a job with which nothing was done: a worker of another release has to do it, which looks for it
 * meanwhile. A job that became one of another kind is due as it is.
 */
export async function leaveJob({ single }: Database, kind: JobKind, key: string): Promise<void> {
  await single.run(
    sql`with ended as (delete from storefront.job where ${isJob(jobSubjects[kind], key)} and due_at = 'infinity')
        update storefront.job set leased_until = null,
          due_at = case when kind = ${kind} then greatest(due_at, ${laterBy(leftSeconds)}) else due_at end
        where ${isJob(jobSubjects[kind], key)} and due_at < 'infinity'`,
  );
}

/** Their leases last as long as new ones. A row that another transaction has locked just now is renewed the next time. */
export async function renewJobs(
  { single }: Database,
  jobs: readonly { subject: JobSubject; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await single.run(
    sql`with held as (
          select job.subject, job.key from ${boundRows(jobs, 'held (subject text, key text)')} join storefront.job
            on job.subject = held.subject and job.key = held.key
          where leased_until is not null for update of job skip locked)
        update storefront.job set leased_until = ${leased} from held
        where job.subject = held.subject and job.key = held.key`,
  );
}

/** How long a row waits that this version of the program can't read. A newer version may read it before. */
const unreadableMinutes = 10;

/** Postpones the job of a row that this version can't read, and alerts the operator once. */
export async function setAsideUnreadable(
  database: Database,
  subject: JobSubject,
  key: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const checkoutId = subject === 'checkout' ? key : null;
    const alert = { kind: 'unreadable_row', key: `${subject}:${key}`, checkoutId } as const;
    await raiseAlert(transaction, { ...alert, detail: { table: subject, row: key } });
    await transaction.run(
      sql`update storefront.job set leased_until = null, due_at = ${laterBy(unreadableMinutes * 60)}
          where ${isJob(subject, key)}`,
    );
  });
}

/** Seconds until the next try: from 2 to a minute, randomized so that many tries don't come at once. */
export function backOffSeconds(tries: number, random: () => number = Math.random): number {
  return Math.min(60, 2 ** Math.min(tries + 1, 6)) * (0.75 + random() / 2);
}

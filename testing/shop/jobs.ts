import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Reader } from '@/lib/database/database';
import { claimJobs } from '@/lib/shop/data/job-store';
import type { JobKind, JobSubject } from '@/lib/shop/tables/job-table';

const all = sql`true`;

/** These jobs are due now, and no worker has them. */
export async function makeDue({ single }: Database, which: SQL = all): Promise<void> {
  await single.run(
    sql`update storefront.job set due_at = clock_timestamp(), leased_until = null
        where due_at < 'infinity' and (${which})`,
  );
}

/** So much time of the leases of these jobs has passed. */
export async function ageLeases({ single }: Database, seconds: number, which: SQL = all): Promise<void> {
  await single.run(
    sql`update storefront.job set leased_until = leased_until - make_interval(secs => ${seconds}) where ${which}`,
  );
}

const jobRow = z.object({
  key: z.string(),
  kind: z.string(),
  dueAt: z.date(),
  /** Until it is due. */
  seconds: z.number(),
  secondsLeased: z.number().nullable(),
});

/** The jobs of a subject, of one row or of all. */
export function jobsOf(reader: Reader, subject: JobSubject, key: string | null = null) {
  return reader.rows(
    jobRow,
    sql`select key, kind, due_at as "dueAt", extract(epoch from due_at - clock_timestamp())::float8 as seconds,
          extract(epoch from leased_until - clock_timestamp())::float8 as "secondsLeased"
        from storefront.job where subject = ${subject} and (${key}::text is null or key = ${key}) order by due_at`,
  );
}

const ofCheckouts: readonly JobKind[] = ['hold', 'order', 'refund'];

/** Takes checkouts that are due, as a worker does; resolves to their identifiers. */
export async function claimCheckouts(database: Database, most: number): Promise<string[]> {
  const taken = await claimJobs(
    database,
    ofCheckouts.map((kind) => ({ kind, most })),
  );
  return taken.map(({ key }) => key);
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../database/bound-rows';
import type { Reader } from '../../database/database';
import { jobSubjects } from '../tables/job-table';

const rowSchema = z.object({
  what: z.enum(['job', 'task']),
  kind: z.string(),
  count: z.int(),
  oldestSeconds: z.number(),
});

/** Of one kind of job: how many are due, and for how long the first of them is. Of a kind of task: how many are open. */
export type Workload = z.infer<typeof rowSchema>;

/** What is to be done by the workers, and by staff. Kinds of jobs of which none is due are there, too. */
export function readWorkload(reader: Reader): Promise<Workload[]> {
  const kinds = boundTexts(Object.keys(jobSubjects));
  return reader.rows(
    rowSchema,
    sql`select 'job' as what, kinds.value as kind, due.count, due.seconds as "oldestSeconds"
        from ${kinds} kinds cross join lateral (
          select count(*)::int as count,
            coalesce(extract(epoch from statement_timestamp() - min(due_at)), 0)::float8 as seconds
          from storefront.job where job.kind = kinds.value and due_at <= statement_timestamp()) due
        union all
        select 'task', kind, count(*)::int, extract(epoch from statement_timestamp() - min(since))::float8
        from storefront.task where closed_at is null group by kind`,
  );
}

import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { beginOf, endOf, type Period } from './period';

/** So many orders, and as many cancellations, are added up by one statement: a statement may only take some seconds. */
const mostInStep = 20_000;

const following = (table: SQL): SQL => sql`
  select created_at as at from ${table} where created_at > asked.first and created_at < asked.past
  order by created_at offset ${mostInStep} limit 1`;

/** The condition that a moment lies in the step that is read. */
export const isInStep = (moment: SQL): SQL =>
  sql`${moment} >= (select first from step) and ${moment} < (select past from step)`;

/**
 * What statements say of a period, which each reads a part of it by `isInStep`: one after the other, so that however much was
 * sold, none takes long. `ctes` come before the `select`, whose rows are parsed by `row`; what the parts say is to be added up.
 */
export async function* readInSteps<Row>(
  { reader, period, row }: { reader: Reader; period: Period; row: z.ZodType<Row> },
  { ctes, select }: { ctes: readonly SQL[]; select: SQL },
): AsyncGenerator<Row> {
  const answer = z.object({ next: z.string().nullable(), rows: z.array(row) });
  for (let next: string | null = null; ;) {
    const first: SQL = next === null ? beginOf(period) : sql`${next}::timestamptz`;
    const step = sql`step as materialized (
      select asked.first, coalesce(following.at, asked.past) as past, following.at::text as next
      from (select ${first} as first, ${endOf(period)} as past) asked
        cross join lateral (select least((${following(sql`storefront.placed_order`)}),
          (${following(sql`storefront.cancellation`)})) as at) following)`;
    const parts = sql.join([step, ...ctes, sql`said as (${select})`], sql`, `);
    const [found] = await reader.rows(
      answer,
      sql`with ${parts} select step.next, (select coalesce(jsonb_agg(said), '[]'::jsonb) from said) as rows from step`,
    );
    yield* found?.rows ?? [];
    next = found?.next ?? null;
    if (next === null) return;
  }
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader, type Transaction } from '../database/database';

export const timelineEntrySchema = z.object({
  id: z.int(),
  at: z.date(),
  what: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Writes down what happened. `detail` carries amounts, counts and identifiers; nothing personal. */
export async function note(
  transaction: Transaction,
  checkoutId: string,
  what: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.timeline (checkout_id, at, what, detail)
        values (${checkoutId}, clock_timestamp(), ${what}, ${json(detail)})`,
  );
}

export function readTimeline(reader: Reader, checkoutId: string): Promise<TimelineEntry[]> {
  return reader.rows(
    timelineEntrySchema,
    sql`select id, at, what, detail from storefront.timeline where checkout_id = ${checkoutId} order by id`,
  );
}

/** How often something happened to a checkout. */
export async function countOf(reader: Reader, checkoutId: string, what: string): Promise<number> {
  const [found] = await reader.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from storefront.timeline where checkout_id = ${checkoutId} and what = ${what}`,
  );
  return found?.count ?? 0;
}

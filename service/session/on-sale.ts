import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { plannedStates } from '@/lib/contract/feed';

/** What decides whether a session is sold at a moment, as it is stored. */
export const saleTermsSchema = z.object({
  occursAt: z.date(),
  status: z.enum(plannedStates),
  saleStartsAt: z.date().nullable(),
  saleEndsAt: z.date().nullable(),
});

type SaleTerms = z.infer<typeof saleTermsSchema>;

/** The columns of `session` (a table alias) that `saleTermsSchema` reads. */
export const saleTermsColumns = sql`session.occurs_at as "occursAt", session.status,
  session.sale_starts_at as "saleStartsAt", session.sale_ends_at as "saleEndsAt"`;

/** The state of `session` (a table alias) by the database's clock, whether it has begun or not: a SessionState. */
export const sessionState = sql`case
  when session.status <> 'scheduled' then session.status
  when session.sale_starts_at > clock_timestamp() or session.sale_ends_at <= clock_timestamp() then 'not_on_sale'
  else 'on_sale' end`;

/** The same decision as `isSessionOnSale`, for SQL: by the database's clock, of `session` (a table alias). */
export const sessionOnSale = sql`(${sessionState} = 'on_sale' and session.occurs_at > clock_timestamp())`;

/** Whether a session is sold at that moment. */
export function isSessionOnSale(
  { occursAt, status, saleStartsAt, saleEndsAt }: SaleTerms,
  at: Date,
): boolean {
  return (
    status === 'scheduled' &&
    occursAt > at &&
    (saleStartsAt === null || saleStartsAt <= at) &&
    (saleEndsAt === null || saleEndsAt > at)
  );
}

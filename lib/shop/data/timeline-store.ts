import { and, eq, type SQL, sql } from 'drizzle-orm';
import { json, type Reader, type Transaction } from '../../database/database';
import { audit } from './audit-store';
import type { StaffEvent } from '../tables/audit-table';
import { timelineTable } from '../tables/checkout-table';
import type { TimelineEvent } from '../values/checkout-values';

const { id, at, what, detail } = timelineTable;

export type TimelineEntry = Omit<typeof timelineTable.$inferSelect, 'checkoutId'>;

/**
 * The statement that writes a timeline entry of each checkout whose id `of` selects. `detail` contains amounts, counts and
 * identifiers; no personal data.
 */
export const insertEntries = (of: SQL, what: TimelineEvent, detail: Record<string, unknown>): SQL =>
  sql`insert into storefront.timeline (checkout_id, at, what, detail)
      select id, clock_timestamp(), ${what}::text, ${json(detail)} from (${of}) of`;

/** The statement that writes one. */
export const insertEntry = (id: string, what: TimelineEvent, detail: Record<string, unknown>): SQL =>
  insertEntries(sql`select ${id}::uuid as id`, what, detail);

/** Writes a timeline entry. `detail` contains amounts, counts and identifiers; no personal data but a masked `address`. */
export async function note(
  transaction: Transaction,
  checkoutId: string,
  what: TimelineEvent,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await transaction.run(insertEntry(checkoutId, what, detail));
}

/** Writes a timeline entry about what staff did, and the entry of the audit log. */
export async function noteByStaff(
  transaction: Transaction,
  checkoutId: string,
  what: StaffEvent,
  { staff, ...rest }: { staff: string } & Record<string, unknown>,
): Promise<void> {
  await note(transaction, checkoutId, what, { ...rest, by: 'staff', staff });
  const subject = { kind: 'checkout', id: checkoutId } as const;
  await audit(transaction, { staff, action: what, subject, detail: rest });
}

export function readTimeline({ db }: Reader, checkoutId: string): Promise<TimelineEntry[]> {
  return db
    .select({ id, at, what, detail })
    .from(timelineTable)
    .where(eq(timelineTable.checkoutId, checkoutId))
    .orderBy(id);
}

export function countEvents({ db }: Reader, checkoutId: string, kind: TimelineEvent): Promise<number> {
  return db.$count(timelineTable, and(eq(timelineTable.checkoutId, checkoutId), eq(what, kind)));
}

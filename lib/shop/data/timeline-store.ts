import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { audit } from './audit-store';
import type { StaffEvent } from '../tables/audit-table';
import { timelineTable } from '../tables/checkout-table';
import type { TimelineEvent } from '../values/checkout-values';

const { id, at, what, detail } = timelineTable;

/** What the releases before this one called some events. */
const formerNames: Readonly<Record<string, TimelineEvent>> = {
  hold_died: 'hold_expired',
  held_anew: 'rereserved_before_payment',
  given_up: 'basket_emptied',
  held_again: 'rereserved_after_payment',
};

export type TimelineEntry = Omit<typeof timelineTable.$inferSelect, 'checkoutId'>;

/** Writes a timeline entry. `detail` contains amounts, counts and identifiers; no personal data but a masked `address`. */
export async function note(
  { db }: Transaction,
  checkoutId: string,
  what: TimelineEvent,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await db.insert(timelineTable).values({ checkoutId, at: sql`clock_timestamp()`, what, detail });
}

/** The same for what staff did: the audit log has it, too. */
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

export async function readTimeline({ db }: Reader, checkoutId: string): Promise<TimelineEntry[]> {
  const entries = await db
    .select({ id, at, what, detail })
    .from(timelineTable)
    .where(eq(timelineTable.checkoutId, checkoutId))
    .orderBy(id);
  return entries.map((entry) => ({ ...entry, what: formerNames[entry.what] ?? entry.what }));
}

export function countOf({ db }: Reader, checkoutId: string, kind: TimelineEvent): Promise<number> {
  const names = [kind, ...Object.keys(formerNames).filter((former) => formerNames[former] === kind)];
  return db.$count(
    timelineTable,
    and(eq(timelineTable.checkoutId, checkoutId), inArray(sql`${what}`, names)),
  );
}

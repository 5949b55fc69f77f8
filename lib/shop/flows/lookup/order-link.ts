import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader } from '../../../database/database';
import { findLink } from '../../data/access-store';
import { databaseNow } from '../../../database/database-now';
import { accessTable, linkTable } from '../../tables/access-table';
import { checkoutTable } from '../../tables/checkout-table';
import { cameToSomething } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import type { CheckoutContext } from '../../context';
import { noteByStaff } from '../../data/timeline-store';

/** For how long after the event a mailed link opens its order. */
const yearsAfterEvent = 1;

/** The checkout that a mailed link opens; null when it is unknown, staff have revoked it, or it is too old. */
export async function openableLink(reader: Reader, tokenHash: string): Promise<string | null> {
  const checkoutId = await findLink(reader, tokenHash);
  return checkoutId !== null && (await isRecent(reader, checkoutId)) ? checkoutId : null;
}

/** Whether the links of an order still open: until some time after the event. */
export async function isRecent(reader: Reader, checkoutId: string): Promise<boolean> {
  const last = await lastDay(reader, checkoutId);
  last.setUTCFullYear(last.getUTCFullYear() + yearsAfterEvent);
  return (await databaseNow(reader)) < last;
}

/** The last day of what was bought, or the day of the purchase if no item has a day. */
async function lastDay(reader: Reader, checkoutId: string): Promise<Date> {
  const [bought] = await reader.db
    .select({ at: checkoutTable.createdAt })
    .from(checkoutTable)
    .where(eq(checkoutTable.id, checkoutId));
  const holds = await readHolds(reader, checkoutId);
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions).flat());
  const days = lines.flatMap(({ date, tickets }) => [date, ...tickets.map(({ occursAt }) => occursAt)]);
  const times = days.filter((day) => day !== null).map((day) => new Date(day).getTime());
  return new Date(Math.max(bought?.at.getTime() ?? 0, ...times));
}

/**
 * Revokes access to an order: the links that were mailed, and the browsers that have opened one. The customer
 * finds the order again by e-mail. Null when nothing was bought: the browser that is buying must keep its
 * access.
 */
export function revokeLinks(
  { database }: Pick<CheckoutContext, 'database'>,
  checkoutId: string,
  staff: string,
): Promise<{ links: number; browsers: number } | null> {
  return database.transaction(async (transaction) => {
    const { db } = transaction;
    const found = await db
      .select({ id: checkoutTable.id })
      .from(checkoutTable)
      .where(and(eq(checkoutTable.id, checkoutId), cameToSomething));
    if (found.length === 0) return null;
    const revoked = await db
      .update(linkTable)
      .set({ revokedAt: sql`clock_timestamp()` })
      .where(and(eq(linkTable.checkoutId, checkoutId), isNull(linkTable.revokedAt)))
      .returning({ hash: linkTable.tokenHash });
    const closed = await db
      .delete(accessTable)
      .where(eq(accessTable.checkoutId, checkoutId))
      .returning({ hash: accessTable.tokenHash });
    const [links, browsers] = [revoked.length, closed.length];
    await noteByStaff(transaction, checkoutId, 'links_revoked', { staff, links, browsers });
    return { links, browsers };
  });
}

import { eq, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { checkoutTable } from '../state/checkout-table';
import { type Rebooking, rebookingTable } from './rebooking-table';

export async function findRebooking({ db }: Reader, checkoutId: string): Promise<Rebooking | null> {
  const [found] = await db.select().from(rebookingTable).where(eq(rebookingTable.checkoutId, checkoutId));
  return found ?? null;
}

/** Stores what is exchanged, and its credit. The caller has locked the checkout. */
export async function saveRebooking(
  { db }: Transaction,
  { checkoutId, ...row }: Omit<Rebooking, 'createdAt'>,
  credit: string,
): Promise<void> {
  const values = { ...row, createdAt: sql`clock_timestamp()` };
  await db
    .insert(rebookingTable)
    .values({ checkoutId, ...values })
    .onConflictDoUpdate({ target: rebookingTable.checkoutId, set: values });
  await db.update(checkoutTable).set({ credit }).where(eq(checkoutTable.id, checkoutId));
}

/** The caller has locked the checkout. */
export async function deleteRebooking({ db }: Transaction, checkoutId: string): Promise<void> {
  await db.delete(rebookingTable).where(eq(rebookingTable.checkoutId, checkoutId));
  await db.update(checkoutTable).set({ credit: '0.00' }).where(eq(checkoutTable.id, checkoutId));
}

import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import type { Checkout, Holds } from '../rules/checkout';
import { checkoutTable } from '../tables/checkout-table';
import { amountAbove, compareAmounts, sumAmounts } from '../../money/money';
import { readOrders } from './order-store';
import { totalOf } from '../rules/fees';
import { type Rebooking, rebookingTable } from '../tables/rebooking-table';

/** That of a checkout, in the statement that reads it. */
export const rebookingRows: SQL<Rebooking[]> = jsonRows(getTableColumns(rebookingTable), {
  rest: sql`from storefront.rebooking where rebooking.checkout_id = checkout.id`,
  orderBy: sql`rebooking.checkout_id`,
});

export async function findRebooking({ db }: Reader, checkoutId: string): Promise<Rebooking | null> {
  const [found] = await db.select().from(rebookingTable).where(eq(rebookingTable.checkoutId, checkoutId));
  return found ?? null;
}

/** That of a checkout with a credit; one without has no limit for what it must cost, so it is not asked for. */
export async function findCredit(
  reader: Reader,
  { id, credit }: Pick<Checkout, 'id' | 'credit'>,
): Promise<Rebooking | null> {
  return compareAmounts(credit, '0.00') === 0 ? null : findRebooking(reader, id);
}

/** A purchase, and those whose tickets were exchanged for it, the later one first. */
export async function readPurchases(reader: Reader, checkoutId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let id: string | null = checkoutId; id !== null;) {
    ids.push(id);
    id = (await findRebooking(reader, id))?.earlierId ?? null;
  }
  return ids;
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

/**
 * What a checkout with a credit must cost at least, so that no more of it is paid back than the rule allows. Tickets of
 * other catalogues do not count: to pay for them is to give the money back.
 */
export async function readLeastTotal(
  reader: Reader,
  { checkout: { credit }, holds, rebooking }: Paid,
): Promise<string> {
  // Nearly all checkouts.
  if (rebooking === null || rebooking.refundable === null) return '0.00';
  const { earlierId, orderId, refundable } = rebooking;
  const least = amountAbove(credit, refundable);
  if (compareAmounts(least, '0.00') === 0) return least;
  const order = (await readOrders(reader, earlierId)).find((one) => one.id === orderId);
  return sumAmounts([least, totalOf(holds.filter(({ catalogId }) => catalogId !== order?.catalogId))]);
}

/** A checkout, and how it is paid. */
interface Paid {
  checkout: Pick<Checkout, 'credit'>;
  holds: Holds;
  rebooking: Rebooking | null;
}

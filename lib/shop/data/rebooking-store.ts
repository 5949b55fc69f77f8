import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import type { Checkout } from '../rules/checkout';
import { checkoutTable } from '../tables/checkout-table';
import { compareAmounts } from '../../money/money';
import { ticketsByOrder } from '../rules/tickets-by-order';
import { type Rebooking, rebookingTable } from '../tables/rebooking-table';

/** That of a checkout, in the statement that reads it. */
export const rebookingRows: SQL<Rebooking[]> = jsonRows(getTableColumns(rebookingTable), {
  rest: sql`from storefront.rebooking where rebooking.checkout_id = checkout.id`,
  orderBy: sql`rebooking.checkout_id`,
});

/** What tickets that were exchanged for a checkout gave back to the gift card that had paid for a part; of its rebooking. */
export const returnedRows = sql<string>`(
  select coalesce(sum(cancellation.returned), 0)::numeric(14, 2)::text
  from storefront.rebooking join storefront.cancellation on cancellation.checkout_id = rebooking.earlier_id
  where rebooking.checkout_id = checkout.id and cancellation.rebooked_to = checkout.id)`;

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
  { checkoutId, ...row }: Omit<Rebooking, 'createdAt' | 'orderId' | 'amount'> & { amount: string },
): Promise<void> {
  const { amount: credit, tickets } = row;
  const [first] = ticketsByOrder(tickets);
  if (first === undefined) throw new Error('no ticket is exchanged');
  const values = { ...row, orderId: first.orderId, createdAt: sql`clock_timestamp()` };
  await db
    .insert(rebookingTable)
    .values({ checkoutId, ...values })
    .onConflictDoUpdate({ target: rebookingTable.checkoutId, set: values });
  await saveCredit({ db }, checkoutId, credit);
}

/** The caller has locked the checkout. */
export async function deleteRebooking({ db }: Transaction, checkoutId: string): Promise<void> {
  await db.delete(rebookingTable).where(eq(rebookingTable.checkoutId, checkoutId));
  await saveCredit({ db }, checkoutId, '0.00');
}

/** What of the credit of a checkout is used; the rest of it is paid back. The caller has locked the checkout. */
export async function saveCredit(
  { db }: Pick<Transaction, 'db'>,
  checkoutId: string,
  credit: string,
): Promise<void> {
  await db.update(checkoutTable).set({ credit }).where(eq(checkoutTable.id, checkoutId));
}

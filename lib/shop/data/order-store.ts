import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Order } from '../../contract/order';
import type { Reader, Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import { placedOrderTable } from '../tables/checkout-table';

export type PlacedOrder = typeof placedOrderTable.$inferSelect;

/** Those of a checkout, in the statement that reads it. */
export const orderRows: SQL<PlacedOrder[]> = jsonRows(getTableColumns(placedOrderTable), {
  rest: sql`from storefront.placed_order where placed_order.checkout_id = checkout.id`,
  orderBy: sql`placed_order.created_at, placed_order.id`,
});

export async function readOrders({ db }: Reader, checkoutId: string): Promise<PlacedOrder[]> {
  return db
    .select()
    .from(placedOrderTable)
    .where(eq(placedOrderTable.checkoutId, checkoutId))
    .orderBy(placedOrderTable.createdAt, placedOrderTable.id);
}

export async function insertOrder(
  { db }: Transaction,
  placed: Pick<PlacedOrder, 'checkoutId' | 'catalogId' | 'reservationId'> & { order: Order },
): Promise<void> {
  const { order, ...of } = placed;
  const { id, reference } = order;
  await db
    .insert(placedOrderTable)
    .values({ ...of, id, reference, data: order, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: placedOrderTable.id });
}

export async function saveOrder({ db }: Transaction, order: Order): Promise<void> {
  await db.update(placedOrderTable).set({ data: order }).where(eq(placedOrderTable.id, order.id));
}

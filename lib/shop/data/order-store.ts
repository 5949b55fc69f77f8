import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Order } from '../../contract/order';
import type { Reader, Transaction } from '../../database/database';
import { bulkColumns } from '../../database/bulk-insert';
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

const { id, checkoutId, catalogId, reservationId, reference, data } = placedOrderTable;
const rows = bulkColumns({ id, checkoutId, catalogId, reservationId, reference, data });

/** The part of a transition that stores the orders that were placed. */
export const insertedOrders = (
  placed: readonly (Pick<PlacedOrder, 'checkoutId' | 'catalogId' | 'reservationId'> & { order: Order })[],
): SQL => {
  const values = placed.map(({ order, ...of }) => ({
    ...of,
    id: order.id,
    reference: order.reference,
    data: order,
  }));
  return sql`placed as (
        insert into storefront.placed_order (${sql.raw(rows.names.join(', '))}, created_at)
        select ${rows.members}, clock_timestamp() from ${rows.from(values)} where exists (select from moved)
        on conflict (id) do nothing)`;
};

export async function saveOrder({ db }: Transaction, order: Order): Promise<void> {
  await db.update(placedOrderTable).set({ data: order }).where(eq(placedOrderTable.id, order.id));
}

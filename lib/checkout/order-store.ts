import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { orderSchema, type Order } from '../contract/order';
import { json, type Reader, type Transaction } from '../database/database';

export const placedOrderSchema = z.object({
  id: z.string(),
  checkoutId: z.string(),
  catalogId: z.string(),
  reservationId: z.string(),
  reference: z.string(),
  data: orderSchema,
  createdAt: z.date(),
});
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

const columns = sql`
  id, checkout_id as "checkoutId", catalog_id as "catalogId", reservation_id as "reservationId", reference, data,
  created_at as "createdAt"`;

export function readOrders(reader: Reader, checkoutId: string): Promise<PlacedOrder[]> {
  return reader.rows(
    placedOrderSchema,
    sql`select ${columns} from storefront.placed_order where checkout_id = ${checkoutId} order by created_at, id`,
  );
}

export async function insertOrder(
  transaction: Transaction,
  placed: { checkoutId: string; catalogId: string; reservationId: string; order: Order },
): Promise<void> {
  const { checkoutId, catalogId, reservationId, order } = placed;
  await transaction.run(
    sql`insert into storefront.placed_order
          (id, checkout_id, catalog_id, reservation_id, reference, data, created_at)
        values (${order.id}, ${checkoutId}, ${catalogId}, ${reservationId}, ${order.reference}, ${json(order)},
          clock_timestamp())
        on conflict (id) do nothing`,
  );
}

/** Keeps a newer reading of an order: documents may come later than the order. */
export async function saveOrder(transaction: Transaction, order: Order): Promise<void> {
  await transaction.run(sql`update storefront.placed_order set data = ${json(order)} where id = ${order.id}`);
}

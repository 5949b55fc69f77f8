import { ServiceError } from '../client/service-error';
import type { Language } from '../locale/languages';
import { saveOrder, type PlacedOrder } from './order-store';
import type { Rooms } from './rooms';

/** Whether there are orders, and each has its tickets to show. */
export function areReady(orders: readonly Pick<PlacedOrder, 'data'>[]): boolean {
  return orders.length > 0 && orders.every(({ data }) => data.documents.length > 0);
}

/** A document may come later than its order: an order without one is read again. */
export async function withDocuments(
  rooms: Pick<Rooms, 'client' | 'database' | 'report'>,
  order: PlacedOrder,
  language: Language,
): Promise<PlacedOrder> {
  if (order.data.documents.length > 0) return order;
  try {
    const found = await rooms.client.getOrder(order.id, { language });
    if (found.kind === 'missing' || found.value.documents.length === 0) return order;
    await rooms.database.transaction((transaction) => saveOrder(transaction, found.value));
    return { ...order, data: found.value };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    rooms.report('warn', 'an order could not be read again', { order: order.id, reason: error.reason });
    return order;
  }
}

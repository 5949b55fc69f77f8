import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import { saveOrder, type PlacedOrder } from '../../data/order-store';
import type { CheckoutContext } from '../../context';

export function areReady(orders: readonly Pick<PlacedOrder, 'data'>[]): boolean {
  return orders.length > 0 && orders.every(({ data }) => data.documents.length > 0);
}

/** Documents may become available later than the order: an order without documents is read again. */
export async function withDocuments(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  order: PlacedOrder,
  language: Language,
): Promise<PlacedOrder> {
  if (order.data.documents.length > 0) return order;
  try {
    const found = await context.client.getOrder(order.id, { language });
    if (found.kind === 'missing' || found.value.documents.length === 0) return order;
    await context.database.transaction((transaction) => saveOrder(transaction, found.value));
    return { ...order, data: found.value };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    context.report('warn', 'an order could not be read again', { order: order.id, reason: error.reason });
    return order;
  }
}

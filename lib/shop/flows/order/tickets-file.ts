import type { TicketsDrawn } from '../../../client/tickets-file';
import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { PlacedOrder } from '../../data/order-store';

/** The valid tickets of a booking as one PDF; `forGift`: without what tells of who paid; `failed`: it can't be had now. */
export async function ticketsFile(
  { client, report }: Pick<CheckoutContext, 'client' | 'report'>,
  orders: readonly Pick<PlacedOrder, 'id'>[],
  { language, forGift = false }: { language: Language; forGift?: boolean },
): Promise<TicketsDrawn | { kind: 'failed' }> {
  const ids = orders.map(({ id }) => id);
  try {
    return await client.drawTickets(ids, { language, forGift });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'the tickets of a booking were not drawn', { orders: ids, reason: error.reason });
    return { kind: 'failed' };
  }
}

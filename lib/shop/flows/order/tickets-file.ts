import type { TicketsDrawn } from '../../../client/tickets-file';
import { ServiceError } from '../../../client/service-error';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { PlacedOrder } from '../../data/order-store';

type Asking = Pick<CheckoutContext, 'client' | 'report'>;
type Orders = readonly Pick<PlacedOrder, 'id'>[];
type TicketsFile = TicketsDrawn | { kind: 'failed' };

const drawing = new Map<string, Promise<TicketsFile>>();

/** The same for who downloads it: nothing is drawn twice at once in a process, however often somebody asks. */
export function sharedTicketsFile(context: Asking, orders: Orders, language: Language): Promise<TicketsFile> {
  const name = [language, ...orders.map(({ id }) => id)].join(' ');
  const known = drawing.get(name);
  if (known !== undefined) return known;
  const drawn = ticketsFile(context, orders, { language }).finally(() => drawing.delete(name));
  drawing.set(name, drawn);
  return drawn;
}

/** The valid tickets of a booking as one PDF; `forGift`: without what tells of who paid; `failed`: it can't be had now. */
export async function ticketsFile(
  { client, report }: Asking,
  orders: Orders,
  { language, forGift = false }: { language: Language; forGift?: boolean },
): Promise<TicketsFile> {
  const ids = orders.map(({ id }) => id);
  try {
    return await client.drawTickets(ids, { language, forGift });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'the tickets of a booking were not drawn', { orders: ids, reason: error.reason });
    return { kind: 'failed' };
  }
}

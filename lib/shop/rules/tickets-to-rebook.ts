import type { CancellationTerms } from '../../contract/cancellation';
import { sessionPath } from '../../contract/iri';
import type { Order, OrderItem } from '../../contract/order';

export interface ItemToRebook {
  item: OrderItem;
  /** The position of the item in its order. */
  position: number;
  /** Which of its units, counted from 0. */
  units: number[];
}

export interface TicketsToRebook {
  /** Paths of single tickets: all of each unit. */
  tickets: string[];
  items: ItemToRebook[];
}

export const isOfSession = (sessionId: string) => (path: string | null | undefined) =>
  sessionPath(path ?? '')?.sessionId === sessionId.toLowerCase();

/** Pure: the units of an order with tickets of the session that are valid and were not used. */
export function ticketsToRebook(
  { items }: Pick<Order, 'items'>,
  { units }: Pick<CancellationTerms, 'units'>,
  sessionId: string,
): TicketsToRebook {
  const isIt = isOfSession(sessionId);
  const found: TicketsToRebook = { tickets: [], items: [] };
  for (const [position, item] of items.entries()) {
    if (!item.offerTickets.some(({ session }) => isIt(session))) continue;
    const known = new Set(item.tickets);
    const own = units.filter((unit) => unit.tickets.some((path) => known.has(path)));
    const open = own.flatMap(({ rebookingObstacle }, unit) =>
      rebookingObstacle === 'CANCELLED' || rebookingObstacle === 'REDEEMED' ? [] : unit,
    );
    if (open.length === 0) continue;
    found.tickets.push(...open.flatMap((unit) => own[unit]?.tickets ?? []));
    found.items.push({ item, position, units: open });
  }
  return found;
}

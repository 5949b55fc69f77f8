import { itemTicketPath } from '../../contract/iri';

/** Tickets of one order at the service. */
export interface OrderTickets {
  orderId: string;
  tickets: string[];
}

/** Pure: paths of single tickets by their order, in the order in which these are named first. */
export function ticketsByOrder(tickets: readonly string[]): OrderTickets[] {
  const byOrder = new Map<string, OrderTickets>();
  for (const path of tickets) {
    const orderId = itemTicketPath(path)?.orderId;
    if (orderId === undefined) throw new Error(`${path} is no ticket of an order`);
    const known = byOrder.get(orderId) ?? { orderId, tickets: [] };
    known.tickets.push(path);
    byOrder.set(orderId, known);
  }
  return [...byOrder.values()];
}

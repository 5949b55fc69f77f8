import { groupBy } from './index-records';
import type { Index, Records, Tell, Ticket } from './records';

/** Each numbered seat has one ticket that is not cancelled, and only the seats of such tickets are taken. */
export function compareSeats({ service }: Records, index: Index, tell: Tell): void {
  const referencesOf = (tickets: readonly Ticket[]) =>
    tickets.flatMap(({ orderId }) => index.purchase.get(orderId)?.reference ?? []);
  const isSold = (ticket: Ticket) =>
    ticket.seat !== null && !index.unitsOf(ticket.orderId).cancelled.includes(index.unitOf(ticket));
  const sold = groupBy(service.tickets.filter(isSold), ({ sessionId, seat }) => `${sessionId} ${seat?.name}`);
  const taken = new Set(service.takenSeats.map(({ sessionId, seat }) => `${sessionId} ${seat}`));
  for (const [seat, tickets] of sold) {
    if (tickets.length > 1) tell('a seat is sold twice', referencesOf(tickets), seat);
    if (!taken.has(seat)) tell('a seat that is sold is free', referencesOf(tickets), seat);
  }
  for (const seat of taken) if (!sold.has(seat)) tell('a seat is taken by nobody', [], seat);
}

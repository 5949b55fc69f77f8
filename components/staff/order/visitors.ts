import type { TicketView } from '@/lib/storefront/common/order/order-tickets';

/**
 * The tickets of each visitor, in the order of the first ones: those of one unit, such as the boat and the museum of a combined
 * ticket, and all with the same name, if somebody was named.
 */
export function visitorsOf(tickets: readonly TicketView[]): TicketView[][] {
  const lines = new Map<unknown, number>();
  const visitors = new Map<string, TicketView[]>();
  for (const ticket of tickets) {
    const line = lines.get(ticket.line) ?? lines.size;
    lines.set(ticket.line, line);
    const unit = `${line} ${ticket.unit}`;
    const name = `of ${ticket.holder}`;
    const own = visitors.get(unit) ?? (ticket.isNamed ? visitors.get(name) : undefined) ?? [];
    own.push(ticket);
    visitors.set(unit, own);
    if (ticket.isNamed) visitors.set(name, own);
  }
  return [...new Set(visitors.values())];
}

import type { StaffMatch } from '@/lib/shop/flows/lookup/find-orders';

type Counted = Pick<StaffMatch, 'tickets' | 'cancelled' | 'exchanged'>;

/** What became of all tickets of an order; null: it has others, or the service tells of none. */
export function endOfTickets({
  tickets,
  cancelled,
  exchanged,
}: Counted): 'cancelled' | 'exchanged' | 'both' | null {
  if (tickets === 0 || cancelled + exchanged < tickets) return null;
  if (exchanged === 0) return 'cancelled';
  return cancelled === 0 ? 'exchanged' : 'both';
}

/** How many tickets of an order are left of how many, if only some were cancelled or exchanged. */
export function leftOfTickets({
  tickets,
  cancelled,
  exchanged,
}: Counted): { left: number; count: number } | null {
  const left = tickets - cancelled - exchanged;
  return left > 0 && left < tickets ? { left, count: tickets } : null;
}

import type { StaffMatch } from '@/lib/shop/flows/lookup/find-orders';

/** What became of all tickets of an order; null: it has others, or the service tells of none. */
export function endOfTickets({
  tickets,
  cancelled,
  exchanged,
}: Pick<StaffMatch, 'tickets' | 'cancelled' | 'exchanged'>): 'cancelled' | 'exchanged' | 'both' | null {
  if (tickets === 0 || cancelled + exchanged < tickets) return null;
  if (exchanged === 0) return 'cancelled';
  return cancelled === 0 ? 'exchanged' : 'both';
}

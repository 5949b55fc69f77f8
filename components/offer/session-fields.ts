import type { Offer } from '@/lib/contract/offer';

/** The session of all tickets of these offers, by the names of their fields: there is only one to choose. Null: any time. */
export function sessionFields(
  sessionId: string | null,
  offers: readonly Pick<Offer, 'tickets'>[],
  fieldOf: (ticketId: string) => string,
): Readonly<Record<string, string>> {
  if (sessionId === null) return {};
  const tickets = offers.flatMap((offer) => offer.tickets);
  return Object.fromEntries(tickets.map(({ id }) => [fieldOf(id), sessionId]));
}

import type { OfferTicket } from '../../contract/offer';
import { type CreateReservationsInput, maximumQuantity } from '../../contract/reservation';
import type { CheckoutContext } from '../context';
import type { waitingEntryTable } from '../tables/list-table';

export type WaitingEntry = typeof waitingEntryTable.$inferSelect;
type TicketSessions = CreateReservationsInput['items'][number]['ticketSessions'];

/** For so long tickets are held for a person who was notified, if the service extends its holds so far. */
export const keptMinutes = 30;
/** An address joins so many lists in a day at most, so that nobody can fill another person's mailbox. */
export const mostJoinedADay = 10;
const usuallyMostTickets = 10;

/** The most tickets for which one person waits: no more than a browser may hold of the catalogue. */
export function mostTickets(
  { quota, groupLimits }: Pick<CheckoutContext, 'quota' | 'groupLimits'>,
  catalogId: string,
): number {
  const most = groupLimits.get(catalogId) ?? Math.min(usuallyMostTickets, quota.basket);
  return Math.min(most, maximumQuantity);
}

/** What is left of an offer and of its sessions, by their paths; null is unlimited. */
export interface Stock {
  offer: number | null;
  readonly sessions: Map<string, number | null>;
}

export function stockOf(availableQuantity: number | null, tickets: readonly OfferTicket[]): Stock {
  const sessions = tickets.flatMap((ticket) => ticket.sessions);
  return {
    offer: availableQuantity,
    sessions: new Map(sessions.map((session) => [session['@id'], session.availableQuantity])),
  };
}

interface Wish {
  readonly quantity: number;
  readonly ticketSessions: TicketSessions;
}

const sessionsOf = ({ ticketSessions }: Wish) => ticketSessions.flatMap(({ session }) => session ?? []);

/** Whether the stock has enough for somebody. A session that is no longer listed has nothing. */
export function isEnough({ offer, sessions }: Stock, wish: Wish): boolean {
  const leftOf = (session: string) => (sessions.has(session) ? (sessions.get(session) ?? null) : 0);
  const left = [offer, ...sessionsOf(wish).map(leftOf)];
  return left.every((each) => each === null || each >= wish.quantity);
}

/** Takes what was held for somebody out of the stock. */
export function take(stock: Stock, wish: Wish): void {
  if (stock.offer !== null) stock.offer -= wish.quantity;
  for (const session of sessionsOf(wish)) {
    const left = stock.sessions.get(session);
    if (typeof left === 'number') stock.sessions.set(session, left - wish.quantity);
  }
}

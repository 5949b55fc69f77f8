import type { OfferTicket } from '../contract/offer';
import type { Session } from '../contract/session';
import type { HoldChoice } from './hold-choice';

/** How many nearby sessions are suggested. */
const suggestions = 4;

/**
 * The session to be chosen beforehand for a ticket: the one chosen before, the one that the visitor came with, or the
 * only one that there is.
 */
export function sessionBeforehand(
  ticket: OfferTicket,
  choice: HoldChoice,
  cameWith: string | undefined,
): string | undefined {
  const wanted = choice.sessions.get(ticket.id) ?? cameWith;
  const [only, ...others] = ticket.sessions;
  const found = ticket.sessions.find((session) => session.id === wanted);
  return (found ?? (others.length === 0 ? only : undefined))?.id;
}

export interface OtherTime {
  readonly session: Session;
  /** The choice with that session instead. */
  readonly choice: HoldChoice;
}

/** For a ticket whose chosen session is too full: those nearest to it that have room for as many. */
export function otherTimes(tickets: readonly OfferTicket[], choice: HoldChoice): OtherTime[] {
  const quantity = Math.max(1, Number.parseInt(choice.quantity, 10) || 1);
  const hasRoom = (session: Session) => (session.availableQuantity ?? Infinity) >= quantity;
  return tickets.flatMap((ticket) => {
    const chosen = ticket.sessions.find((session) => session.id === choice.sessions.get(ticket.id));
    if (chosen === undefined || hasRoom(chosen)) return [];
    const distance = (session: Session) =>
      Math.abs(Date.parse(session.occursAt) - Date.parse(chosen.occursAt));
    return ticket.sessions
      .filter(hasRoom)
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, suggestions)
      .sort((a, b) => Date.parse(a.occursAt) - Date.parse(b.occursAt))
      .map((session) => ({
        session,
        choice: { ...choice, sessions: new Map(choice.sessions).set(ticket.id, session.id) },
      }));
  });
}

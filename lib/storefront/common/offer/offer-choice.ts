import type { Offer, OfferTicket } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { isClosed, sessionWords } from '../../../locale/availability';
import { isOver } from '../../../locale/sale-end';
import type { HoldChoice } from './hold-choice';
import { nearest } from './offer-days';

const suggestions = 4;

/** The tickets with the sessions that are not over at `now` (milliseconds since 1970), in order of time. */
export function openTickets(tickets: readonly OfferTicket[], now: number): OfferTicket[] {
  return tickets.map((ticket) => ({
    ...ticket,
    sessions: ticket.sessions
      .filter((session) => !isOver(session, now))
      .sort((a, b) => Date.parse(a.occursAt) - Date.parse(b.occursAt)),
  }));
}

/**
 * The preselected session of a ticket: the one chosen before, the one named by the link, or the only one; and the first one
 * that has places, unless it has to fit another choice.
 */
export function sessionBeforehand(
  ticket: OfferTicket,
  choice: HoldChoice,
  linkedSession: string | undefined,
  hasToFit: boolean,
): string | undefined {
  const wanted = choice.sessions.get(ticket.id) ?? linkedSession;
  const [only, ...others] = ticket.sessions;
  const found = ticket.sessions.find((session) => session.id === wanted);
  const first = others.length === 0 ? only : undefined;
  const open = hasToFit ? undefined : ticket.sessions.find((session) => !isClosed(sessionWords(session)));
  return (found ?? open ?? first)?.id;
}

/** For how many people there has to be room: all types of tickets take places of the same sessions. */
export function groupSize({ quantities }: Pick<HoldChoice, 'quantities'>): number {
  const wanted = [...quantities.values()].map((text) => Math.max(0, Number.parseInt(text, 10) || 0));
  return Math.max(
    1,
    wanted.reduce((sum, each) => sum + each, 0),
  );
}

/**
 * For a ticket whose chosen session has too little room: the nearest sessions that have enough room, each with
 * the choice of that session instead; only those that fit the other chosen sessions, if there are any.
 */
export function otherTimes(
  tickets: readonly OfferTicket[],
  choice: HoldChoice,
  fits: (changed: HoldChoice) => boolean = () => true,
) {
  const quantity = groupSize(choice);
  const hasRoom = (session: Session) => (session.availableQuantity ?? Infinity) >= quantity;
  const moment = (session: Session) => Date.parse(session.occursAt);
  return tickets.flatMap((ticket) => {
    const chosen = ticket.sessions.find((session) => session.id === choice.sessions.get(ticket.id));
    if (chosen === undefined || hasRoom(chosen)) return [];
    const others = ticket.sessions.filter(hasRoom).map((session) => ({
      session,
      choice: { ...choice, sessions: new Map(choice.sessions).set(ticket.id, session.id) },
    }));
    const fitting = others.filter((other) => fits(other.choice));
    const shown = fitting.length > 0 ? fitting : others;
    return nearest(shown, moment(chosen), ({ session }) => moment(session), suggestions);
  });
}

/** Whether an offer, or a session that was chosen for it, is only held by others. */
export function mayReturn(offer: Offer, tickets: readonly OfferTicket[], choice: HoldChoice): boolean {
  const chosen = new Set(choice.sessions.values());
  const sessions = tickets.flatMap((ticket) => ticket.sessions.filter(({ id }) => chosen.has(id)));
  return [offer, ...sessions].some((each) => each.mayReturn === true);
}

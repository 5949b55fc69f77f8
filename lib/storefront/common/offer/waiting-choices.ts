import type { Client } from '../../../client/client';
import type { CallOptions } from '../../../client/result';
import type { Offer, OfferTicket } from '../../../contract/offer';
import type { Session } from '../../../contract/session';
import { canWait, isSoldOut, sessionWords } from '../../../locale/availability';

/** For a ticket whose session is to be chosen: the sessions from which one chooses when one waits. */
export interface WaitingChoice {
  readonly ticket: OfferTicket;
  readonly sessions: readonly Session[];
}

const isGone = (session: Session) => canWait(sessionWords(session));
const isOnSale = ({ status }: Session) => (status ?? 'on_sale') === 'on_sale';

/**
 * What one can wait for, in the form for the waiting list of an offer that is not over: sessions that have not begun at `now`. Null if there is no waiting list: tickets are left, it is not on sale, or a ticket has no session that may be sold again. If one
 * session is all that is to be chosen, the form has those without places only.
 */
export function waitingChoices(
  { availableQuantity, status }: Pick<Offer, 'availableQuantity' | 'status'>,
  tickets: readonly OfferTicket[],
  now: Date,
): readonly WaitingChoice[] | null {
  if (status === 'not_on_sale') return null;
  const isOut = isSoldOut(availableQuantity);
  const withSessions = tickets.filter(({ dateAccess }) => !dateAccess);
  const isWaited = withSessions.length === 1 && !isOut ? isGone : isOnSale;
  const mayChoose = (session: Session) => Date.parse(session.occursAt) > now.getTime() && isWaited(session);
  const choices = withSessions.map((ticket) => ({ ticket, sessions: ticket.sessions.filter(mayChoose) }));
  if (choices.some(({ sessions }) => sessions.length === 0)) return null;
  return isOut || choices.some(({ sessions }) => sessions.some(isGone)) ? choices : null;
}

/**
 * The identifiers of those offers for which one can wait, of days that are not over; with a session, for which one can wait
 * at that session. The tickets are read only of offers that are sold out themselves, or whose session is.
 */
export async function readWaitable(
  { client, catalogId, call, now }: { client: Client; catalogId: string; call: CallOptions; now: Date },
  offers: readonly Offer[],
  session: Session | null = null,
): Promise<ReadonlySet<string>> {
  const hasSession = ({ sessions }: WaitingChoice) => sessions.some(({ id }) => id === session?.id);
  const mayWait = async (offer: Offer) => {
    if (!isSoldOut(offer.availableQuantity) && (session === null || !isGone(session))) return false;
    const found = await client.listTickets(catalogId, offer.id, call);
    if (found.kind === 'missing') return false;
    const choices = waitingChoices(offer, found.value.members, now);
    return choices !== null && (session === null || choices.some(hasSession));
  };
  const asked = await Promise.all(offers.map(async (offer) => ((await mayWait(offer)) ? [offer.id] : [])));
  return new Set(asked.flat());
}

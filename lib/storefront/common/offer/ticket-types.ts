import type { Client } from '../../../client/client';
import type { CallOptions } from '../../../client/result';
import type { Offer, OfferPrice, OfferTicket } from '../../../contract/offer';
import { maximumTypes } from './hold-choice';

/** An offer that can be held together with the one of the page, for the same sessions: adult, child, reduced. */
export interface TicketType {
  readonly offer: Offer;
  readonly price: OfferPrice;
  /** The most that may be requested; 0 when it is sold out. */
  readonly maximum: number;
}

/** An offer and its tickets, with the sessions to choose from. */
interface OfferWithTickets {
  readonly offer: Offer;
  readonly tickets: readonly OfferTicket[];
}

type OfferCalls = Pick<Client, 'listOffers' | 'listTickets'>;

const withSessions = (tickets: readonly OfferTicket[]) => tickets.filter(({ dateAccess }) => !dateAccess);

function shareSession(one: OfferTicket, other: OfferTicket): boolean {
  const ids = new Set(one.sessions.map(({ id }) => id));
  return other.sessions.some(({ id }) => ids.has(id));
}

/** Whether the sessions that are chosen for the tickets of one offer can also be those of the other's. */
function fit(own: readonly OfferTicket[], others: readonly OfferTicket[]): boolean {
  const [mine, theirs] = [withSessions(own), withSessions(others)];
  return (
    mine.length === theirs.length &&
    theirs.every((their) => mine.some((my) => shareSession(my, their))) &&
    mine.every((my) => theirs.some((their) => shareSession(my, their)))
  );
}

/**
 * The offers of the same day that may be other types of this one: those that give access to the same session, or, if
 * there is no session to choose, those of the variants of one product.
 */
async function candidates(
  client: OfferCalls,
  catalogId: string,
  { offer, tickets }: OfferWithTickets,
  call: CallOptions,
): Promise<readonly Offer[]> {
  const [first] = withSessions(tickets);
  const { productBase } = offer.product;
  // A server with only the specification groups no products.
  if (first === undefined && (productBase ?? null) === null) return [];
  const session =
    first?.sessions.find(({ availableQuantity }) => availableQuantity !== 0) ?? first?.sessions[0];
  if (first !== undefined && session === undefined) return [];
  const filters =
    session === undefined ? { date: offer.date, productBase: productBase ?? '' } : { session: session.id };
  const found = await client.listOffers(catalogId, filters, call);
  return found.kind === 'found' ? found.value.members.filter(({ date }) => date === offer.date) : [];
}

/**
 * The page's own offer and those that can be held with it in one submission, in the order of the server. An offer with
 * a price that may change is held alone, because each of its prices would have to be confirmed.
 */
export async function readTicketTypes(
  client: OfferCalls,
  catalogId: string,
  own: OfferWithTickets,
  call: CallOptions,
): Promise<OfferWithTickets[]> {
  if (own.offer.realtimePriceRequired) return [own];
  const listed = await candidates(client, catalogId, own, call);
  const others = listed
    .filter(({ id, realtimePriceRequired }) => id !== own.offer.id && !realtimePriceRequired)
    .slice(0, maximumTypes - 1);
  const read = await Promise.all(
    others.map(async (offer) => {
      const tickets = await client.listTickets(catalogId, offer.id, call);
      return tickets.kind === 'found' ? { offer, tickets: tickets.value.members } : null;
    }),
  );
  const fitting = read.filter((other) => other !== null).filter(({ tickets }) => fit(own.tickets, tickets));
  const place = ({ offer: { id } }: OfferWithTickets) => listed.findIndex((offer) => offer.id === id);
  return [own, ...fitting].sort((a, b) => place(a) - place(b));
}

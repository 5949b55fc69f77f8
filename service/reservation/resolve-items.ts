import type { CreateReservationsInput } from '@/lib/contract/reservation';
import { idSchema } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import type { Complaint } from '../http/problem';
import type { Saying } from '../http/violation-messages';
import type { StoredOffer } from '../offer/offer';
import { offersById } from '../offer/offer-store';
import { productsOfOffers } from '../offer/products-of-offers';
import type { ProductWithTickets } from '../product/product-store';
import { type BookableSession, bookableSessions } from '../session/bookable-session-store';
import type { ChosenTicket } from './reservation';

export type RequestedItem = CreateReservationsInput['items'][number];

/** An item whose references all resolve: what it is of, and which session was chosen for each ticket. */
export interface ResolvedItem {
  index: number;
  requested: RequestedItem;
  offer: StoredOffer;
  of: ProductWithTickets;
  chosen: ChosenTicket[];
  sessions: BookableSession[];
}

interface Facts {
  offers: ReadonlyMap<string, StoredOffer>;
  products: ReadonlyMap<string, ProductWithTickets>;
  sessions: ReadonlyMap<string, BookableSession>;
}

/** Looks up all that the items name. A reference that does not resolve is a complaint with its path. */
export async function resolveItems(
  reader: Reader,
  items: readonly RequestedItem[],
): Promise<{ resolved: ResolvedItem[]; complaints: Complaint[] }> {
  const facts = await readFacts(reader, items);
  const complaints: Complaint[] = [];
  const resolved = items.flatMap((item, index) => {
    const result = resolveItem(item, index, facts);
    if ('complaints' in result) complaints.push(...result.complaints);
    return 'complaints' in result ? [] : [result];
  });
  return { resolved, complaints };
}

async function readFacts(reader: Reader, items: readonly RequestedItem[]): Promise<Facts> {
  const offerIds = items.flatMap(({ offer }) => offerPath(offer)?.offerId ?? []);
  const offers = await offersById(reader, [...new Set(offerIds)]);
  const chosen = items.flatMap(({ ticketSessions }) =>
    ticketSessions.flatMap(({ session }) =>
      session === undefined ? [] : (sessionPath(session)?.sessionId ?? []),
    ),
  );
  const [products, sessions] = await Promise.all([
    productsOfOffers(reader, offers),
    bookableSessions(reader, [...new Set(chosen)]),
  ]);
  return {
    offers: new Map(offers.map((offer) => [offer.id, offer])),
    products,
    sessions: new Map(sessions.map((session) => [session.id, session])),
  };
}

/** Pure: what one item comes to, given what was looked up. */
export function resolveItem(
  requested: RequestedItem,
  index: number,
  facts: Facts,
): ResolvedItem | { complaints: Complaint[] } {
  const path = offerPath(requested.offer);
  const offer = path === null ? undefined : facts.offers.get(path.offerId);
  const of = offer === undefined ? undefined : facts.products.get(offer.productId);
  if (offer === undefined || of === undefined || offer.catalogId !== path?.catalogId) {
    return { complaints: [unresolved(`items[${index}].offer`, 'unknownOffer')] };
  }
  const complaints: Complaint[] = [];
  const chosen: ChosenTicket[] = [];
  const sessions: BookableSession[] = [];
  requested.ticketSessions.forEach((choice, i) => {
    const at = `items[${index}].ticketSessions[${i}]`;
    const ticket = ticketOf(choice.ticket, offer, of);
    if (ticket === undefined) {
      complaints.push(unresolved(`${at}.ticket`, 'unknownTicket'));
    } else if (chosen.some((one) => one.ticket === ticket.id)) {
      complaints.push({ path: `${at}.ticket`, code: 'unique' });
    } else {
      const session = chooseSession(choice.session, ticket, offer, facts);
      if ('code' in session) complaints.push({ ...session, path: `${at}.session` });
      else chosen.push({ ticket: ticket.id, event: ticket.eventId, session: session.session?.id ?? null });
      if ('session' in session && session.session !== null) sessions.push(session.session);
    }
  });
  if (complaints.length === 0 && chosen.length < of.tickets.length) {
    complaints.push({
      path: `items[${index}].ticketSessions`,
      code: 'tooFew',
      detail: String(of.tickets.length),
    });
  }
  return complaints.length > 0 ? { complaints } : { index, requested, offer, of, chosen, sessions };
}

type Ticket = ProductWithTickets['tickets'][number];

function chooseSession(
  iri: string | undefined,
  ticket: Ticket,
  offer: StoredOffer,
  facts: Facts,
): { session: BookableSession | null } | Omit<Complaint, 'path'> {
  if (ticket.dateAccess) {
    if (iri === undefined) return { session: null };
    return { code: 'regex', saying: 'sessionRefused' };
  }
  if (iri === undefined) return { code: 'missingField' };
  const path = sessionPath(iri);
  const session = path === null ? undefined : facts.sessions.get(path.sessionId);
  const fits =
    path !== null &&
    session?.catalogId === path.catalogId &&
    session.eventId === path.eventId &&
    session.catalogId === offer.catalogId &&
    session.eventId === ticket.eventId &&
    session.day === offer.date &&
    (ticket.tag === null || ticket.tag === session.tag);
  if (!fits) return { code: 'regex', saying: 'unknownSession' };
  return { session };
}

function ticketOf(iri: string, offer: StoredOffer, of: ProductWithTickets): Ticket | undefined {
  const match = /^\/v1\/ticketing\/catalogs\/([^/]+)\/offers\/([^/]+)\/tickets\/([^/]+)$/.exec(iri);
  if (match?.[1]?.toLowerCase() !== offer.catalogId || match[2]?.toLowerCase() !== offer.id) return undefined;
  return of.tickets.find(({ id }) => id === match[3]?.toLowerCase());
}

function unresolved(path: string, saying: Saying): Complaint {
  return { path, code: 'regex', saying };
}

function offerPath(iri: string): { catalogId: string; offerId: string } | null {
  const match = /^\/v1\/ticketing\/catalogs\/([^/]+)\/offers\/([^/]+)$/.exec(iri);
  const [catalogId, offerId] = [match?.[1]?.toLowerCase(), match?.[2]?.toLowerCase()];
  return isId(catalogId) && isId(offerId) ? { catalogId, offerId } : null;
}

function sessionPath(iri: string): { catalogId: string; eventId: string; sessionId: string } | null {
  const match = /^\/v1\/ticketing\/catalogs\/([^/]+)\/events\/([^/]+)\/sessions\/([^/]+)$/.exec(iri);
  const [catalogId, eventId, sessionId] = [1, 2, 3].map((group) => match?.[group]?.toLowerCase());
  return isId(catalogId) && isId(eventId) && isId(sessionId) ? { catalogId, eventId, sessionId } : null;
}

function isId(text: string | undefined): text is string {
  return text !== undefined && idSchema.safeParse(text).success;
}

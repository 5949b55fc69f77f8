import type { Complaint } from '../http/problem';
import type { Saying } from '../http/violation-messages';
import type { ListedOffer } from '../offer/offer';
import type { BookableProduct, Facts, FactStore, KnownSession } from './facts';
import { offerPath, sessionPath, ticketPath } from './paths';
import type { ChosenTicket, RequestedItem } from './reservation';

/** An item whose references all resolve: what it is of, and which session was chosen for each ticket. */
export interface ResolvedItem {
  index: number;
  requested: RequestedItem;
  offer: ListedOffer;
  of: BookableProduct;
  chosen: ChosenTicket[];
  sessions: KnownSession[];
  /** The imports of the catalogue that this is as of: one, unless there was another meanwhile. */
  versions: ReadonlySet<string>;
}

/**
 * Looks up all that the items name. A reference that does not resolve is a complaint with its path. Complaints are
 * made by what is in the database now; what resolves may be remembered, and says as of which import it is.
 */
export async function resolveItems(
  store: FactStore,
  items: readonly RequestedItem[],
): Promise<{ resolved: ResolvedItem[]; complaints: Complaint[] }> {
  const remembered = resolveAll(items, await store.read(items));
  if (remembered.complaints.length === 0) return remembered;
  store.forget(items);
  return resolveAll(items, await store.read(items));
}

function resolveAll(items: readonly RequestedItem[], facts: Facts) {
  const complaints: Complaint[] = [];
  const resolved = items.flatMap((item, index) => {
    const result = resolveItem(item, index, facts);
    if ('complaints' in result) complaints.push(...result.complaints);
    return 'complaints' in result ? [] : [result];
  });
  return { resolved, complaints };
}

/** Pure: what one item comes to, given what was looked up. */
export function resolveItem(
  requested: RequestedItem,
  index: number,
  facts: Facts,
): ResolvedItem | { complaints: Complaint[] } {
  const path = offerPath(requested.offer);
  const known = path === null ? undefined : facts.offers.get(path.offerId);
  if (known?.offer.catalogId !== path?.catalogId || known === undefined) {
    return { complaints: [unresolved(`items[${index}].offer`, 'unknownOffer')] };
  }
  const { offer, of, version } = known;
  const complaints: Complaint[] = [];
  const chosen: ChosenTicket[] = [];
  const sessions: KnownSession[] = [];
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
  if (complaints.length > 0) return { complaints };
  const versions = new Set([version, ...sessions.map((session) => session.version)]);
  return { index, requested, offer, of, chosen, sessions, versions };
}

type Ticket = BookableProduct['tickets'][number];

function chooseSession(
  iri: string | undefined,
  ticket: Ticket,
  offer: ListedOffer,
  facts: Facts,
): { session: KnownSession | null } | Omit<Complaint, 'path'> {
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

function ticketOf(iri: string, offer: ListedOffer, of: BookableProduct): Ticket | undefined {
  const path = ticketPath(iri);
  if (path?.catalogId !== offer.catalogId || path.offerId !== offer.id) return undefined;
  return of.tickets.find(({ id }) => id === path.ticketId);
}

function unresolved(path: string, saying: Saying): Complaint {
  return { path, code: 'regex', saying };
}

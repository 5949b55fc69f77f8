import { addresses, offerPath, sessionPath, ticketPath } from '@/lib/contract/iri';
import type { Violation } from '../http/problem';
import type { MessageKey } from '../http/service-message';
import type { ListedOffer } from '../offer/offer-store';
import type { ProductWithTickets, StoredTicket } from '../product/product-store';
import type { CatalogEntries, CatalogCache, KnownSession } from './catalog-cache';
import { repeatedSeats, wrongSeats } from './check-seats';
import type { RequestedItem } from './reservation';
import type { ChosenTicket } from './reservation-table';

/** An item whose references all resolve, with the session chosen for each ticket. */
export interface ResolvedItem {
  index: number;
  requested: RequestedItem;
  offer: ListedOffer;
  of: ProductWithTickets;
  chosen: ChosenTicket[];
  sessions: KnownSession[];
  /** The imports of the catalogue that this data belongs to: one, unless there was another import in between. */
  versions: ReadonlySet<string>;
}

/**
 * Looks up everything that the items name. A reference that does not resolve is a violation with its path.
 * Violations are based on the current database; resolved items may come from the cache, and name the import that
 * they belong to.
 */
export async function resolveItems(
  cache: CatalogCache,
  items: readonly RequestedItem[],
): Promise<{ resolved: ResolvedItem[]; violations: Violation[] }> {
  const remembered = resolveAll(items, await cache.read(items));
  if (remembered.violations.length === 0) return remembered;
  cache.forget(items);
  return resolveAll(items, await cache.read(items));
}

function resolveAll(items: readonly RequestedItem[], entries: CatalogEntries) {
  const violations: Violation[] = [];
  const resolved = items.flatMap((item, index) => {
    const result = resolveItem(item, index, entries);
    if ('violations' in result) violations.push(...result.violations);
    return 'violations' in result ? [] : [result];
  });
  violations.push(...repeatedSeats(resolved));
  return { resolved, violations };
}

function resolveItem(
  requested: RequestedItem,
  index: number,
  entries: CatalogEntries,
): ResolvedItem | { violations: Violation[] } {
  const path = offerPath(requested.offer);
  const known = path === null ? undefined : entries.offers.get(path.offerId);
  if (known?.offer.catalogId !== path?.catalogId || known === undefined) {
    return { violations: [unresolved(`items[${index}].offer`, 'unknownOffer')] };
  }
  const { offer, of, version } = known;
  const violations: Violation[] = [];
  const chosen: ChosenTicket[] = [];
  const sessions: KnownSession[] = [];
  requested.ticketSessions.forEach((choice, i) => {
    const at = `items[${index}].ticketSessions[${i}]`;
    const ticket = findTicket(choice.ticket, offer, of);
    if (ticket === undefined) {
      violations.push(unresolved(`${at}.ticket`, 'unknownTicket'));
    } else if (chosen.some((one) => one.ticket === ticket.id)) {
      violations.push({ path: `${at}.ticket`, code: 'unique' });
    } else {
      const session = chooseSession(choice.session, ticket, offer, entries);
      if ('code' in session) violations.push({ ...session, path: `${at}.session` });
      else if (choice.seats !== undefined) {
        const { quantity } = requested;
        const plan = session.session?.plan ?? null;
        violations.push(
          ...wrongSeats(choice.seats, { plan, zone: ticket.zone, quantity, path: `${at}.seats` }),
        );
      }
      if ('session' in session)
        chosen.push({ ticket: ticket.id, event: ticket.eventId, session: session.session?.id ?? null });
      if ('session' in session && session.session !== null) sessions.push(session.session);
    }
  });
  if (violations.length === 0) violations.push(...missingTickets(index, chosen, known));
  if (violations.length > 0) return { violations };
  const versions = new Set([version, ...sessions.map((session) => session.version)]);
  return { index, requested, offer, of, chosen, sessions, versions };
}

/** A violation for each ticket of the offer for which nothing was chosen. */
function missingTickets(
  index: number,
  chosen: readonly ChosenTicket[],
  { offer, of }: Pick<ResolvedItem, 'offer' | 'of'>,
): Violation[] {
  const missing = of.tickets.filter(({ id }) => !chosen.some(({ ticket }) => ticket === id));
  return missing.map(({ id }) => ({
    path: `items[${index}].ticketSessions`,
    code: 'tooFew',
    messageKey: 'missingTicket',
    detail: addresses.ticket(offer.catalogId, offer.id, id),
  }));
}

function chooseSession(
  iri: string | undefined,
  ticket: StoredTicket,
  offer: ListedOffer,
  entries: CatalogEntries,
): { session: KnownSession | null } | Omit<Violation, 'path'> {
  if (ticket.dateAccess) {
    if (iri === undefined) return { session: null };
    return { code: 'regex', messageKey: 'sessionRefused' };
  }
  if (iri === undefined) return { code: 'missingField' };
  const path = sessionPath(iri);
  const session = path === null ? undefined : entries.sessions.get(path.sessionId);
  const fits =
    path !== null &&
    session?.catalogId === path.catalogId &&
    session.eventId === path.eventId &&
    session.catalogId === offer.catalogId &&
    session.eventId === ticket.eventId &&
    session.day === offer.date &&
    (ticket.tag === null || ticket.tag === session.tag);
  if (!fits) return { code: 'regex', messageKey: 'unknownSession' };
  return { session };
}

function findTicket(iri: string, offer: ListedOffer, of: ProductWithTickets): StoredTicket | undefined {
  const path = ticketPath(iri);
  if (path?.catalogId !== offer.catalogId || path.offerId !== offer.id) return undefined;
  return of.tickets.find(({ id }) => id === path.ticketId);
}

function unresolved(path: string, messageKey: MessageKey): Violation {
  return { path, code: 'regex', messageKey };
}

import { LRUCache } from 'lru-cache';
import type { Reader } from '@/lib/database/database';
import { catalogVersions } from '../catalog/catalog-store';
import type { ListedOffer } from '../offer/offer';
import { offersById } from '../offer/offer-store';
import { productsOfOffers } from '../offer/products-of-offers';
import type { StoredProduct, StoredTicket } from '../product/product';
import { type BookableSession, bookableSessions } from '../session/bookable-session-store';
import { offerPath, sessionPath } from './paths';
import type { RequestedItem } from './reservation';

/** What of a product decides a reservation. */
export interface BookableProduct {
  product: Pick<StoredProduct, 'id' | 'vatRate' | 'realtimePriceRequired'>;
  tickets: readonly Pick<StoredTicket, 'id' | 'eventId' | 'dateAccess' | 'tag'>[];
}

interface KnownOffer {
  offer: ListedOffer;
  of: BookableProduct;
  /** Which import of the catalogue this is as of. */
  version: string;
}

/** A session, and which import of the catalogue this is as of. */
export type KnownSession = BookableSession & { version: string };

/** What is known of the offers and sessions that items name, by their ids. */
export interface Facts {
  offers: ReadonlyMap<string, KnownOffer>;
  sessions: ReadonlyMap<string, KnownSession>;
}

/**
 * Facts of the catalogue, remembered. They change by imports only (but for prices that are asked for at their
 * source), so whoever uses them checks by the catalogue's version that there was none.
 */
export interface FactStore {
  read(items: readonly RequestedItem[]): Promise<Facts>;
  /** Forgets what is known of all that the items name. */
  forget(items: readonly RequestedItem[]): void;
}

const mostOffers = 10_000;
const mostSessions = 50_000;

export function factStore(database: Reader): FactStore {
  const offers = new LRUCache<string, KnownOffer>({ max: mostOffers });
  const sessions = new LRUCache<string, KnownSession>({ max: mostSessions });
  return {
    read: async (items) => {
      const named = namedBy(items);
      const facts = {
        offers: pick(offers, named.offers),
        sessions: pick(
          sessions,
          named.sessions.map(({ sessionId }) => sessionId),
        ),
      };
      const [unknownOffers, unknownSessions] = [
        named.offers.filter((id) => !facts.offers.has(id)),
        named.sessions.filter(({ sessionId }) => !facts.sessions.has(sessionId)),
      ];
      if (unknownOffers.length + unknownSessions.length === 0) return facts;
      const loaded = await load(database, named.catalogs, unknownOffers, unknownSessions);
      for (const known of loaded.offers) {
        facts.offers.set(known.offer.id, known);
        // One whose price is asked for each time is read each time as well.
        if (!known.of.product.realtimePriceRequired) offers.set(known.offer.id, known);
      }
      for (const known of loaded.sessions) {
        facts.sessions.set(known.id, known);
        sessions.set(known.id, known);
      }
      return facts;
    },
    forget: (items) => {
      const named = namedBy(items);
      for (const id of named.offers) offers.delete(id);
      for (const { sessionId } of named.sessions) sessions.delete(sessionId);
    },
  };
}

function namedBy(items: readonly RequestedItem[]) {
  const paths = items.flatMap(({ offer }) => offerPath(offer) ?? []);
  const chosen = items.flatMap(({ ticketSessions }) =>
    ticketSessions.flatMap(({ session }) => (session === undefined ? [] : (sessionPath(session) ?? []))),
  );
  return {
    catalogs: [...new Set([...paths, ...chosen].map(({ catalogId }) => catalogId))],
    offers: [...new Set(paths.map(({ offerId }) => offerId))],
    sessions: [...new Map(chosen.map((path) => [`${path.catalogId} ${path.sessionId}`, path])).values()],
  };
}

async function load(
  database: Reader,
  catalogIds: readonly string[],
  offerIds: readonly string[],
  named: readonly { catalogId: string; sessionId: string }[],
): Promise<{ offers: KnownOffer[]; sessions: KnownSession[] }> {
  // First: an import that comes between makes the version older than the facts, which is then noticed.
  const versions = await catalogVersions(database, catalogIds);
  const [listed, bookable] = await Promise.all([
    offersById(database, offerIds),
    bookableSessions(
      database,
      named.map(({ catalogId, sessionId }) => ({ catalogId, id: sessionId })),
    ),
  ]);
  const products = await productsOfOffers(database, listed);
  const offers = listed.flatMap((offer): KnownOffer[] => {
    const [of, version] = [products.get(offer.productId), versions.get(offer.catalogId)];
    return of === undefined || version === undefined ? [] : [{ offer, of: slim(of), version }];
  });
  const sessions = bookable.flatMap((session): KnownSession[] => {
    const version = versions.get(session.catalogId);
    return version === undefined ? [] : [{ ...session, version }];
  });
  return { offers, sessions };
}

function slim({ product, tickets }: { product: StoredProduct; tickets: readonly StoredTicket[] }) {
  const { id, vatRate, realtimePriceRequired } = product;
  return {
    product: { id, vatRate, realtimePriceRequired },
    tickets: tickets.map(({ id: ticketId, eventId, dateAccess, tag }) => ({
      id: ticketId,
      eventId,
      dateAccess,
      tag,
    })),
  };
}

function pick<Fact extends object>(known: LRUCache<string, Fact>, ids: readonly string[]): Map<string, Fact> {
  return new Map(
    ids.flatMap((id) => {
      const fact = known.get(id);
      return fact === undefined ? [] : [[id, fact]];
    }),
  );
}

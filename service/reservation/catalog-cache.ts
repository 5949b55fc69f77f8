import { LRUCache } from 'lru-cache';
import { offerPath, sessionPath } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { catalogVersions } from '../catalog/catalog-store';
import type { ListedOffer } from '../offer/offer-store';
import { offersById } from '../offer/offer-store';
import type { KnownRows } from '../catalog/known-rows';
import { byCatalog } from '../ids/catalog-id';
import type { ProductWithTickets } from '../product/product-store';
import type { SeatMap } from '../seat/seat-plan';
import type { SeatPlans } from '../seat/seat-plan-store';
import { type BookableSession, bookableSessions } from '../session/bookable-session-store';
import type { RequestedItem } from './reservation';

interface KnownOffer {
  offer: ListedOffer;
  of: ProductWithTickets;
  /** The import of the catalogue that this data belongs to. */
  version: string;
}

/** `plan`: that of its numbered seats; null: it has none. */
export type KnownSession = BookableSession & { version: string; plan: SeatMap | null };

/** The offers and sessions that items name, by their ids. */
export interface CatalogEntries {
  offers: ReadonlyMap<string, KnownOffer>;
  sessions: ReadonlyMap<string, KnownSession>;
}

/**
 * A cache of catalogue entries. They change only by imports (except prices that are fetched from their source), so
 * each user of the cache compares the catalogue's version to check that there was no import since.
 */
export interface CatalogCache {
  read(items: readonly RequestedItem[]): Promise<CatalogEntries>;
  forget(items: readonly RequestedItem[]): void;
}

const mostOffers = 10_000;
const mostSessions = 50_000;

export function openCatalogCache(
  database: Reader,
  { products, seatPlans }: { products: KnownRows<ProductWithTickets>; seatPlans: SeatPlans },
): CatalogCache {
  const offers = new LRUCache<string, KnownOffer>({ max: mostOffers });
  const sessions = new LRUCache<string, KnownSession>({ max: mostSessions });
  return {
    read: async (items) => {
      const named = namedBy(items);
      const entries = {
        offers: pick(offers, named.offers),
        sessions: pick(
          sessions,
          named.sessions.map(({ sessionId }) => sessionId),
        ),
      };
      const [unknownOffers, unknownSessions] = [
        named.offers.filter((id) => !entries.offers.has(id)),
        named.sessions.filter(({ sessionId }) => !entries.sessions.has(sessionId)),
      ];
      if (unknownOffers.length + unknownSessions.length === 0) return entries;
      // The version is read first: if an import comes in between, the version is older than the entries, which is
      // noticed later.
      const versions = await catalogVersions(database, named.catalogs);
      const [listed, bookable] = await Promise.all([
        offersById(database, unknownOffers),
        bookableSessions(
          database,
          unknownSessions.map(({ catalogId, sessionId }) => ({ catalogId, id: sessionId })),
        ),
      ]);
      const productsOf = await products.of(
        listed.map(({ catalogId, productId: id }) => ({ catalogId, id })),
        versions,
      );
      for (const offer of listed) {
        const [of, version] = [productsOf.get(offer.productId), versions.get(offer.catalogId)];
        if (of === undefined || version === undefined) continue;
        const known = { offer, of, version };
        entries.offers.set(offer.id, known);
        // An offer whose price is fetched each time is also read each time.
        if (!of.product.realtimePriceRequired) offers.set(offer.id, known);
      }
      const plans = await plansOf(bookable, seatPlans);
      for (const session of bookable) {
        const version = versions.get(session.catalogId);
        if (version === undefined) continue;
        const known = { ...session, version, plan: plans.get(session.seatPlanId ?? '') ?? null };
        entries.sessions.set(session.id, known);
        sessions.set(session.id, known);
      }
      return entries;
    },
    forget: (items) => {
      const named = namedBy(items);
      for (const id of named.offers) offers.delete(id);
      for (const { sessionId } of named.sessions) sessions.delete(sessionId);
    },
  };
}

async function plansOf(
  sessions: readonly BookableSession[],
  seatPlans: SeatPlans,
): Promise<Map<string, SeatMap>> {
  const seated = sessions.flatMap(({ catalogId, seatPlanId }) =>
    seatPlanId === null ? [] : [{ catalogId, seatPlanId }],
  );
  const found = await Promise.all(
    byCatalog(seated, ({ catalogId }) => catalogId).map(([catalogId, own]) =>
      seatPlans.of(catalogId, [...new Set(own.map(({ seatPlanId }) => seatPlanId))]),
    ),
  );
  return new Map(found.flatMap((plans) => [...plans]));
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

function pick<Fact extends object>(known: LRUCache<string, Fact>, ids: readonly string[]): Map<string, Fact> {
  return new Map(
    ids.flatMap((id) => {
      const entry = known.get(id);
      return entry === undefined ? [] : [[id, entry]];
    }),
  );
}

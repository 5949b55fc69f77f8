import type { Database } from '@/lib/database/database';
import type { SecurityLog } from '@/lib/log/security-log';
import { type ChangeCount, countChanges } from './availability/changes';
import { type SoldOut, soldOutCache } from './availability/sold-out-cache';
import { type KnownCatalogs, openKnownCatalogs } from './catalog/known-catalogs';
import { type KnownPages, openKnownPages } from './catalog/known-pages';
import { type KnownRows, openKnownRows } from './catalog/known-rows';
import type { DocumentStorage } from './document/document-storage';
import type { PdfRenderer } from './document/pdf-renderer';
import type { RouterOptions } from './http/router';
import {
  type AnyEvent,
  type EventPage,
  type EventPageQuery,
  eventsById,
  pageOfEvents,
} from './event/event-store';
import type { PriceSource } from './offer/price-source';
import { type DocumentFiles, documentFiles } from './order/document-files';
import { type SharedOrders, sharedOrders } from './order/shared-orders';
import { productsById, type ProductWithTickets } from './product/product-store';
import { type CatalogCache, openCatalogCache } from './reservation/catalog-cache';
import { type SharedHolds, sharedHolds } from './reservation/shared-holds';
import { openSeatPlans, type SeatPlans } from './seat/seat-plan-store';
import { type GuessLimit, guessLimit } from './voucher/guess-limit';

/** All external dependencies of the service. */
export interface Dependencies extends Pick<
  RouterOptions,
  'url' | 'verifyToken' | 'throttle' | 'bodySeconds' | 'onError'
> {
  database: Database;
  /** The folder of an embedded database. */
  embeddedIn?: string | undefined;
  now: () => Date;
  /** A new identifier; later ones sort after earlier ones (RFC 9562 version 7). */
  newId: () => string;
  holdSeconds: number;
  /** Asked for the prices of offers with realtimePriceRequired. */
  prices: PriceSource;
  documents: DocumentStorage;
  renderer: PdfRenderer;
  /** How long a document's download address is valid. */
  documentSeconds: number;
  security?: SecurityLog;
  /** How many unknown codes of vouchers an organization may try in ten minutes; 1,000 when left out. */
  unknownCodes?: number | undefined;
  /** Aborted when the process is about to stop: it is not ready any more. */
  stopping?: AbortSignal;
}

/** Shared parts of the operations, made once from the dependencies. */
export interface ServiceContext extends Dependencies {
  catalogs: KnownCatalogs;
  events: KnownRows<AnyEvent>;
  eventPages: KnownPages<EventPageQuery, EventPage>;
  products: KnownRows<ProductWithTickets>;
  seatPlans: SeatPlans;
  catalogCache: CatalogCache;
  soldOut: SoldOut;
  changes: ChangeCount;
  holds: SharedHolds;
  orders: SharedOrders;
  files: DocumentFiles;
  /** Of unknown codes of vouchers. */
  guesses: GuessLimit;
}

export function serviceContext(deps: Dependencies): ServiceContext {
  const { database } = deps;
  const products = openKnownRows((catalogId, ids) => productsById(database, catalogId, ids));
  const seatPlans = openSeatPlans(database);
  const catalogs = openKnownCatalogs(database);
  const events = openKnownRows((catalogId: string, ids: string[]) => eventsById(database, catalogId, ids));
  const shared = { ...deps, catalogs, soldOut: soldOutCache(), changes: countChanges() };
  return {
    ...shared,
    events,
    eventPages: openKnownPages((catalogId, query) => pageOfEvents(database, catalogId, query)),
    products,
    seatPlans,
    catalogCache: openCatalogCache(database, { products, seatPlans }),
    holds: sharedHolds(shared),
    orders: sharedOrders(deps),
    files: documentFiles({ ...deps, events, products }),
    guesses: guessLimit(deps.security, deps.unknownCodes),
  };
}

import type { Database } from '@/lib/database/database';
import { type ChangeCount, countChanges } from './availability/changes';
import { type SoldOut, soldOutMemory } from './availability/sold-out';
import type { DocumentStorage } from './document/document-storage';
import type { PdfRenderer } from './document/pdf-renderer';
import type { PriceSource } from './offer/price-source';
import { type DocumentFiles, documentFiles } from './order/document-files';
import { type SharedOrders, sharedOrders } from './order/shared-orders';
import type { Throttle } from './organization/throttle';
import type { VerifyToken } from './organization/verify-token';
import { type KnownProducts, knownProducts } from './product/known-products';
import { type FactStore, factStore } from './reservation/facts';
import { type SharedHolds, sharedHolds } from './reservation/shared-holds';

/** All that the service needs of the world: it reads no clock, environment or global by itself. */
export interface Dependencies {
  /** Where clients reach the service: in addresses that answers tell, whatever Host a request names. */
  url: string;
  database: Database;
  verifyToken: VerifyToken;
  /** Resolves to the seconds that a caller has to wait, or to null when it may go on. */
  throttle: Throttle;
  /** How long a client may take to send its body. */
  bodySeconds: number;
  now: () => Date;
  /** A new identifier; a later one sorts behind (RFC 9562 version 7). */
  newId: () => string;
  holdSeconds: number;
  /** Asked for the prices of offers that have realtimePriceRequired. */
  prices: PriceSource;
  /** Where documents are kept; its addresses lead back to this service. */
  documents: DocumentStorage;
  renderer: PdfRenderer;
  /** How long a document's download address lives. */
  documentSeconds: number;
  /** Aborted when the process is about to stop: it is not ready any more. */
  stopping?: AbortSignal;
  /** Told of surprises, with the request id that the client was given. */
  onError: (error: unknown, requestId: string) => void;
}

/** What the operations share beside: made once, from the dependencies. */
export interface Tools extends Dependencies {
  products: KnownProducts;
  facts: FactStore;
  soldOut: SoldOut;
  changes: ChangeCount;
  holds: SharedHolds;
  orders: SharedOrders;
  files: DocumentFiles;
}

/** Makes what the operations share. */
export function toolsOf(deps: Dependencies): Tools {
  const shared = { ...deps, soldOut: soldOutMemory(), changes: countChanges() };
  return {
    ...shared,
    products: knownProducts(deps.database),
    facts: factStore(deps.database),
    holds: sharedHolds(shared),
    orders: sharedOrders(deps),
    files: documentFiles(deps),
  };
}

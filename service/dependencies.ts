import type { Database } from '@/lib/database/database';
import type { LocalStorage } from './document/document-storage';
import type { VerifyToken } from './organization/verify-token';

/** All that the service needs of the world: it reads no clock, environment or global by itself. */
export interface Dependencies {
  database: Database;
  verifyToken: VerifyToken;
  now: () => Date;
  /** A new identifier; a later one sorts behind (RFC 9562 version 7). */
  newId: () => string;
  holdSeconds: number;
  /** Where documents are kept; its addresses lead back to this service. */
  documents: LocalStorage;
  /** How long a document's download address lives. */
  documentSeconds: number;
  /** Told of surprises, with the request id that the client was given. */
  onError: (error: unknown, requestId: string) => void;
}

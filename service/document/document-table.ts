import { primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** A rendered file of an order's document, one per language and version. */
export const documentFileTable = ticketing.table(
  'document_file',
  {
    catalogId: uuid('catalog_id').notNull(),
    documentId: uuid('document_id').notNull(),
    /** `en`; `en-unpriced`: the file without prices (`versionOf`). */
    language: text().notNull(),
    /** The key of the file in the document storage. */
    storageKey: text('storage_key').notNull(),
    cachedAt: timestamp('cached_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.catalogId, table.documentId, table.language] })],
);

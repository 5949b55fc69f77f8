import { index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';

/** A feed that a member of staff uploaded, between its dry run and its import: for an hour at most. */
export const uploadTable = storefront.table(
  'feed_upload',
  {
    /** Random, and known only to who uploaded it. */
    id: text().primaryKey(),
    /** The identity provider's identifier of the person. */
    staff: text().notNull(),
    /** The name of the file. */
    file: text().notNull(),
    /** The catalogue on whose page it was uploaded; null: a new one. */
    catalogId: uuid('catalog_id'),
    /** The SHA-256 of the feed, in hexadecimal. */
    hash: text().notNull(),
    /** The feed compressed with gzip, in base64, because both drivers write texts alike. */
    content: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('feed_upload_by_time').on(table.createdAt)],
);

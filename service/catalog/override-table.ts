import { sql } from 'drizzle-orm';
import {
  date,
  foreignKey,
  integer,
  numeric,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { OverrideKind } from '../../lib/contract/catalog-override';
import { catalogTable, ticketing } from './catalog-table';

/**
 * What staff have set instead of what the issuer's feed says. The rows of the feed stay as they are, so that an import
 * does not undo an override, and removing one goes back to the feed.
 */
export const overrideTable = ticketing.table(
  'catalog_override',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    kind: text().$type<OverrideKind>().notNull(),
    /** The event, session, product or offer; of `hidden`, the catalogue. */
    subjectId: uuid('subject_id').notNull(),
    /** The path of the subject. */
    subject: text().notNull(),
    /** Of `price`: the first day of the offers that have it. */
    fromDay: date('from_day'),
    price: numeric({ precision: 14, scale: 2 }),
    originalPrice: numeric('original_price', { precision: 14, scale: 2 }),
    priceExclTax: numeric('price_excl_tax', { precision: 14, scale: 2 }),
    /** Of `capacity`: the capacity that is in force. */
    capacity: integer(),
    /** Of `capacity`: what the feed says, which is in force again after the override is removed. */
    feedCapacity: integer('feed_capacity'),
    feedSaleLimit: integer('feed_sale_limit'),
    /** Who set it, in the words of the client. */
    actor: text().notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    // The other way round it would look to PostgreSQL as good as `override_once`, if most catalogues have few overrides.
    primaryKey({ columns: [table.id, table.catalogId] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
    uniqueIndex('override_once').on(
      table.catalogId,
      table.kind,
      table.subjectId,
      sql`coalesce(${table.fromDay}, date '0001-01-01')`,
    ),
  ],
);

import { jsonb, pgSchema, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

/** All tables of the service. */
export const ticketing = pgSchema('ticketing');

export const catalogTable = ticketing.table(
  'catalog',
  {
    id: uuid().primaryKey(),
    /** The issuer whose feeds may change it. */
    organizationId: uuid('organization_id').notNull(),
    key: text().notNull(),
    name: jsonb().notNull(),
    language: text().notNull(),
    languages: jsonb().notNull(),
    timezone: text().notNull(),
    issuer: jsonb().notNull(),
    /** Where prices that change are asked for; null: what the feed says is the price. */
    priceSource: jsonb('price_source'),
    /** Of the first import. */
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
    /** Of the last import. */
    syncedAt: timestamp('synced_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique().on(table.organizationId, table.key)],
);

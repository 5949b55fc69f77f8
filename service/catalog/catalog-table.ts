import { boolean, integer, jsonb, pgSchema, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type { Accent } from '../../lib/contract/accent';
import type { Maintainer } from '../../lib/contract/catalog-draft';
import type { ParsedFeed } from '../../lib/contract/feed';

/** A text per language code. */
export type Text = Record<string, string>;

/** All tables of the service. */
export const ticketing = pgSchema('ticketing');

export const catalogTable = ticketing.table(
  'catalog',
  {
    id: uuid().primaryKey(),
    /** The issuer whose feeds may change it. */
    organizationId: uuid('organization_id').notNull(),
    key: text().notNull(),
    /** Who changes its content: feeds, or people by drafts. */
    maintainer: text().$type<Maintainer>().notNull().default('feed'),
    name: jsonb().$type<Text>().notNull(),
    language: text().notNull(),
    languages: jsonb().$type<string[]>().notNull(),
    timezone: text().notNull(),
    issuer: jsonb().$type<ParsedFeed['catalog']['issuer']>().notNull(),
    /** Where the service fetches prices that change; null: the prices of the feed are valid. */
    priceSource: jsonb('price_source').$type<NonNullable<ParsedFeed['catalog']['priceSource']>>(),
    /** The colour of its pages; null: a shop chooses one. */
    accent: text().$type<Accent>(),
    /** The plans of houses that its feed has now, also those that no session uses. */
    seatPlanIds: jsonb('seat_plan_ids').$type<string[]>().notNull().default([]),
    /** The time of the first import. */
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
    /** The time of the last import. */
    syncedAt: timestamp('synced_at', { withTimezone: true }).notNull(),
    /** Staff have hidden it: its override of kind `hidden`. */
    hidden: boolean().notNull().default(false),
    /** Counts the changes that staff made, because they change what the catalogue offers as an import does. */
    revision: integer().notNull().default(0),
  },
  (table) => [unique().on(table.organizationId, table.key)],
);

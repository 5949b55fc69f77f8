import { boolean, foreignKey, integer, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ParsedFeed } from '../../lib/contract/feed';
import { catalogTable, ticketing, type Text } from '../catalog/catalog-table';

type FeedEvent = ParsedFeed['events'][number];
export type StoredGalleryImage = FeedEvent['images'][number];
export type StoredImage = NonNullable<FeedEvent['image']>;

export const eventTable = ticketing.table(
  'event',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    key: text().notNull(),
    /** Its position in the issuer's feed, which is the order of lists. */
    position: integer().notNull(),
    name: jsonb().$type<Text>().notNull(),
    description: jsonb().$type<Text>().notNull(),
    image: jsonb().$type<StoredImage>(),
    images: jsonb().$type<FeedEvent['images']>().notNull().default([]),
    venue: jsonb().$type<NonNullable<FeedEvent['venue']>>(),
    arrivalWindow: boolean('arrival_window').notNull().default(false),
    category: text().$type<FeedEvent['category']>(),
    languages: jsonb().$type<FeedEvent['languages']>().notNull().default([]),
    accessibility: jsonb().$type<FeedEvent['accessibility']>().notNull().default([]),
    meetingPoint: jsonb('meeting_point').$type<FeedEvent['meetingPoint']>(),
    minimumAge: integer('minimum_age'),
    included: jsonb().$type<FeedEvent['included']>(),
    /** When the issuer's feed stopped naming it: it is not listed any more, but orders still refer to it. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
  ],
);

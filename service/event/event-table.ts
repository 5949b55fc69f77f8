import { foreignKey, integer, jsonb, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { catalogTable, ticketing } from '../catalog/catalog-table';

export const eventTable = ticketing.table(
  'event',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    key: text().notNull(),
    /** Where it stands in the issuer's feed, which is the order of lists. */
    position: integer().notNull(),
    name: jsonb().notNull(),
    description: jsonb().notNull(),
    image: jsonb(),
    venue: jsonb(),
    /** When the issuer's feed stopped naming it: not listed any more, but orders still refer to it. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
  ],
);

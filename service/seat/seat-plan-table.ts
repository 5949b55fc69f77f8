import { foreignKey, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FeedSeatPlan } from '../../lib/contract/feed';
import { catalogTable, ticketing } from '../catalog/catalog-table';

/** The plans of houses. A row never changes: a plan that its issuer changes gets another identifier. */
export const seatPlanTable = ticketing.table(
  'seat_plan',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    key: text().notNull(),
    plan: jsonb().$type<FeedSeatPlan>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({ columns: [table.catalogId], foreignColumns: [catalogTable.id] }),
  ],
);

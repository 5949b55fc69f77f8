import { text } from 'drizzle-orm/pg-core';
import { ticketing } from '../catalog/catalog-table';

/** Secrets that all services with this database share. */
export const secretTable = ticketing.table('secret', {
  name: text().primaryKey(),
  value: text().notNull(),
});

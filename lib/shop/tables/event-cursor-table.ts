import { integer } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';

/** Up to which event the provider's list of events was read; one row. */
export const eventCursorTable = storefront.table('event_cursor', {
  id: integer().primaryKey(),
  /** When the latest read event happened, by the provider's clock. */
  readUntil: moment('read_until'),
});

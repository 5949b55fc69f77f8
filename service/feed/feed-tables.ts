import type { PgTable } from 'drizzle-orm/pg-core';
import type { FeedKind } from '@/lib/contract/feed-import';
import { bulkColumns } from '@/lib/database/bulk-insert';
import { columnsExcept } from '@/lib/database/row-columns';
import { eventTable } from '../event/event-table';
import { formTable } from '../form/form-table';
import { offerTable } from '../offer/offer-table';
import { productTable, ticketTable } from '../product/product-table';
import { sessionTable } from '../session/session-table';

/** The table of each kind. */
export const feedTables = {
  form: formTable,
  event: eventTable,
  session: sessionTable,
  product: productTable,
  ticket: ticketTable,
  offer: offerTable,
} satisfies Record<FeedKind, PgTable>;

// The import sets catalogId and retiredAt itself; pricedAt is of an offer's price that was fetched later.
const notInFeed = ['catalogId', 'retiredAt', 'pricedAt'] as const;

/** A row with the columns that a feed fills. Moments are ISO 8601 texts. */
export type FeedRow<Of extends FeedKind> = { id: string } & Record<
  Exclude<keyof (typeof feedTables)[Of]['_']['columns'], (typeof notInFeed)[number]>,
  unknown
>;

export function feedColumns(kind: FeedKind) {
  const table: PgTable = feedTables[kind];
  return bulkColumns(columnsExcept(table, notInFeed));
}

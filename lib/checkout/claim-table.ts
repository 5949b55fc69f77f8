import { boolean, index, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { holdTable, storefront } from './checkout-table';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What counts against the limits of a browser, of a network and of a site: what they hold, and what they asked for.
 * Which they are is kept as hashes, for a day.
 */
export const claimTable = storefront.table(
  'claim',
  {
    id: uuid().primaryKey(),
    /** Null while the answer has not come, or is lost. */
    holdId: uuid('hold_id').references(() => holdTable.id),
    isLost: boolean('is_lost').notNull().default(false),
    /** What was asked for, as a hash: the same again is a retry. */
    asked: text().notNull(),
    at: moment('at').notNull(),
    tokenHash: text('token_hash').notNull(),
    network: text().notNull(),
    /** The larger network that it is part of, for IPv6. */
    site: text(),
    units: integer().notNull(),
    until: moment('until').notNull(),
  },
  (table) => [
    index('claim_of_token').on(table.tokenHash),
    index('claim_of_network').on(table.network),
    index('claim_of_site').on(table.site),
    index('claim_until').on(table.until),
  ],
);

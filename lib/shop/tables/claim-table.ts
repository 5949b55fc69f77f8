import { boolean, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { holdTable, moment, storefront } from './checkout-table';

/**
 * What counts against the limits of a browser, a network and a site: what they hold and what they have
 * requested. Browser, network and site are stored as hashes only, for a day.
 */
export const claimTable = storefront.table(
  'claim',
  {
    id: uuid().primaryKey(),
    /** Null while the service's answer has not arrived, or when it was lost. */
    holdId: uuid('hold_id').references(() => holdTable.id),
    isLost: boolean('is_lost').notNull().default(false),
    /**
     * Hash of the requested items: the same items requested again are a retry, if the answer was lost. After a dot, the
     * form in which they were requested, if scripts do not prevent that it is sent twice.
     */
    asked: text().notNull(),
    at: moment('at').notNull(),
    tokenHash: text('token_hash').notNull(),
    network: text().notNull(),
    /** For IPv6, the larger network (site) that contains the network. */
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

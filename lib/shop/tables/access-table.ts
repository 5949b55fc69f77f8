import { index, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { checkoutId, moment, storefront } from './checkout-table';

/** Which browsers may see a checkout: hashes of the random tokens in their cookies. */
export const accessTable = storefront.table(
  'access',
  {
    tokenHash: text('token_hash').notNull(),
    checkoutId: checkoutId(),
    grantedAt: moment('granted_at').notNull(),
  },
  (table) => [
    uniqueIndex('access_once').on(table.tokenHash, table.checkoutId),
    index('access_by_time').on(table.grantedAt),
  ],
);

/** Links that were mailed: hashes of their random tokens. */
export const linkTable = storefront.table(
  'link',
  {
    tokenHash: text('token_hash').primaryKey(),
    checkoutId: checkoutId(),
    createdAt: moment('created_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('link_by_time').on(table.createdAt)],
);

import { bigint, index, integer, text } from 'drizzle-orm/pg-core';
import { storefront } from './checkout-table';

/** How often clients did what is limited. The columns, and their order, are those of rate-limiter-flexible. */
export const limitTable = storefront.table(
  'limit_count',
  {
    /** What is limited, and a keyed hash of who did it. */
    key: text().primaryKey(),
    points: integer().notNull(),
    /** Until when it counts, in milliseconds since 1970. */
    expire: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [index('limit_by_time').on(table.expire)],
);

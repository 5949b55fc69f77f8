import { sql } from 'drizzle-orm';
import { index, integer, uuid } from 'drizzle-orm/pg-core';
import { checkoutTable, moment, storefront } from './checkout-table';

/** Checkouts whose answers are still to be sent to the service. A row is deleted when that is done. */
export const answerDeliveryTable = storefront.table(
  'answer_delivery',
  {
    /** Of the checkout. */
    id: uuid()
      .primaryKey()
      .references(() => checkoutTable.id),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    index('answer_delivery_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

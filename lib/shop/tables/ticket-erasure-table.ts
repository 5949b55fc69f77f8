import { uuid } from 'drizzle-orm/pg-core';
import { checkoutTable, moment, storefront } from './checkout-table';

/**
 * Bookings whose personal data was erased, and whose tickets still have holders and answers at the service. A row is
 * deleted when the service has answered for each ticket.
 */
export const ticketErasureTable = storefront.table('ticket_erasure', {
  checkoutId: uuid('checkout_id')
    .primaryKey()
    .references(() => checkoutTable.id),
  createdAt: moment('created_at').notNull(),
});

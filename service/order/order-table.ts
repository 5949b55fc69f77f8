import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Customer } from '../../lib/contract/customer';
import type { ItemTicket } from '../../lib/contract/item-ticket';
import { ticketing } from '../catalog/catalog-table';
import type { GivenAnswer } from '../form/check-answers';
import type { StoredSeat } from '../seat/seat-plan';
import { reservationTable } from '../reservation/reservation-table';

/** A booking. Its amounts and tickets are those of the one reservation that it converts. */
export const orderTable = ticketing.table(
  'booking_order',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    organizationId: uuid('organization_id').notNull(),
    reservationId: uuid('reservation_id').notNull(),
    itemId: uuid('item_id').notNull(),
    documentId: uuid('document_id').notNull(),
    reference: text().notNull(),
    externalReference: text('external_reference'),
    customer: jsonb().$type<Customer>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.reservationId],
      foreignColumns: [reservationTable.catalogId, reservationTable.id],
    }),
    unique('order_once_per_reservation').on(table.catalogId, table.reservationId),
    unique('order_by_reference').on(table.organizationId, table.reference, table.catalogId),
    index('order_by_external_reference').on(table.organizationId, table.externalReference),
    index('order_by_time').on(table.organizationId, table.createdAt, table.id),
  ],
);

/** One ticket of an order's item, which is checked at the entrance. */
export const itemTicketTable = ticketing.table(
  'item_ticket',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    organizationId: uuid('organization_id').notNull(),
    orderId: uuid('order_id').notNull(),
    position: integer().notNull(),
    reference: text().notNull(),
    ticketId: uuid('ticket_id').notNull(),
    eventId: uuid('event_id').notNull(),
    sessionId: uuid('session_id'),
    /** The numbered seat, as it was called when it was held; null: it has none. */
    seat: jsonb().$type<StoredSeat>(),
    status: text().$type<ItemTicket['status']>().notNull().default('valid'),
    redeemedAt: timestamp('redeemed_at', { withTimezone: true }),
    holder: jsonb().$type<NonNullable<ItemTicket['holder']>>(),
    answers: jsonb().$type<GivenAnswer[]>().notNull().default([]),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.orderId],
      foreignColumns: [orderTable.catalogId, orderTable.id],
    }),
    // At the entrance a ticket is found by its code alone, whichever organization sold it.
    unique('item_ticket_by_reference').on(table.reference, table.catalogId),
    index('item_ticket_by_order').on(table.catalogId, table.orderId, table.position),
    index('item_ticket_by_session')
      .on(table.catalogId, table.sessionId)
      .where(sql`session_id is not null`),
  ],
);

/** Units of an order that were cancelled together, and what is refunded for them. It never changes. */
export const cancellationTable = ticketing.table(
  'cancellation',
  {
    catalogId: uuid('catalog_id').notNull(),
    id: uuid().notNull(),
    organizationId: uuid('organization_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** The credit note. */
    documentId: uuid('document_id').notNull(),
    /** The number of the credit note. */
    reference: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    reason: text().notNull(),
    /** The cancelled units of the order, counted from 0. */
    units: jsonb().$type<number[]>().notNull(),
    refundAmount: numeric('refund_amount', { precision: 14, scale: 2 }).notNull(),
    refundAmountExclTax: numeric('refund_amount_excl_tax', { precision: 14, scale: 2 }).notNull(),
    /** What goes back to the balance of the voucher that was applied. */
    returnedAmount: numeric('returned_amount', { precision: 14, scale: 2 }).notNull().default('0.00'),
    /** The orders for which the tickets were exchanged. */
    rebookedTo: jsonb('rebooked_to').$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.id] }),
    foreignKey({
      columns: [table.catalogId, table.orderId],
      foreignColumns: [orderTable.catalogId, orderTable.id],
    }),
    unique('cancellation_by_reference').on(table.organizationId, table.reference, table.catalogId),
    index('cancellation_by_order').on(table.catalogId, table.orderId, table.createdAt),
  ],
);

import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  foreignKey,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AdmissionResult } from '../../lib/contract/admission';
import { ticketing } from '../catalog/catalog-table';
import { itemTicketTable } from '../order/order-table';

/**
 * The scans at the entrances: one row for each, never deleted, of which only `undone_at`, `conflict` and
 * what resolves a conflict change. The columns about the
 * ticket are copies from the moment of the scan, so that a repeated call gets the same answer and lists need one index.
 */
export const admissionTable = ticketing.table(
  'admission',
  {
    /** Of the ticket; `noCatalog` for a scan that names none. */
    catalogId: uuid('catalog_id').notNull(),
    /** Who scanned: the organization that sold the ticket, or the one whose catalogue it is of. */
    organizationId: uuid('organization_id').notNull(),
    /** Chosen by the client. */
    id: uuid().notNull(),
    /** A hash of what was scanned, because a foreign code may contain personal data. */
    scanned: text().notNull(),
    result: text().$type<AdmissionResult>().notNull(),
    /** A person was let in whom the service would not have admitted. */
    conflict: boolean().notNull(),
    entrance: text().notNull(),
    actor: text(),
    scannedAt: timestamp('scanned_at', { withTimezone: true }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    ticketId: uuid('ticket_id'),
    sessionId: uuid('session_id'),
    day: date(),
    /** When and where the ticket was first admitted; the entrance is null if it was not scanned. */
    redeemedAt: timestamp('redeemed_at', { withTimezone: true }),
    redeemedEntrance: text('redeemed_entrance'),
    /** When a person had looked at the conflict, and who. */
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    resolvedBy: text('resolved_by'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id, table.catalogId] }),
    foreignKey({
      columns: [table.catalogId, table.ticketId],
      foreignColumns: [itemTicketTable.catalogId, itemTicketTable.id],
    }),
    // A second guard beside the lock of the ticket.
    uniqueIndex('admission_once')
      .on(table.catalogId, table.ticketId)
      .where(sql`result = 'admitted' and undone_at is null`),
    index('admission_by_ticket').on(table.catalogId, table.ticketId),
    index('admission_by_day').on(table.organizationId, table.day, table.receivedAt, table.id),
    index('admission_by_session').on(table.organizationId, table.sessionId, table.receivedAt, table.id),
    index('admission_conflicts')
      .on(table.organizationId, table.receivedAt, table.id)
      .where(sql`conflict`),
  ],
);

import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { oneOf } from '../../database/columns';
import type { InvoiceBuyer, InvoiceContent } from '../../invoice/invoice-document';
import { checkoutId, moment, plainNumber, storefront } from './checkout-table';

/** The last number of a seller in a year. It is counted in the statement that issues a document, so no number is left out. */
export const invoiceSeriesTable = storefront.table(
  'invoice_series',
  {
    /** The seller: the issuer of this catalogue. */
    catalogId: uuid('catalog_id').notNull(),
    year: integer().notNull(),
    /** Stands in the numbers, so that those of different sellers differ. */
    code: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.year] }),
    uniqueIndex('invoice_series_code').on(table.code, table.year),
  ],
);

/**
 * Invoices and credit notes as they were issued. A trigger refuses every change (see the migration), but that the buyer is
 * deleted after the years for which documents have to be kept.
 */
export const invoiceTable = storefront.table(
  'invoice',
  {
    id: uuid().primaryKey(),
    checkoutId: checkoutId(),
    catalogId: uuid('catalog_id').notNull(),
    kind: oneOf('kind', ['invoice', 'credit_note']).notNull(),
    number: text().notNull(),
    /** Of the number. */
    code: integer().notNull(),
    year: integer().notNull(),
    position: integer().notNull(),
    /** What it was issued for: the purchase, a cancellation, refunds, a correction. There is one document for each. */
    cause: text().notNull(),
    total: numeric({ precision: 14, scale: 2 }).notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    /** Null: deleted. */
    buyer: jsonb().$type<InvoiceBuyer>(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    check('invoice_kind', sql`kind in ('invoice', 'credit_note')`),
    uniqueIndex('invoice_once').on(table.checkoutId, table.catalogId, table.kind, table.cause),
    uniqueIndex('invoice_position').on(table.code, table.year, table.position),
    index('invoice_by_number').on(plainNumber),
    index('invoice_by_time').on(table.issuedAt),
  ],
);

export type Invoice = typeof invoiceTable.$inferSelect;

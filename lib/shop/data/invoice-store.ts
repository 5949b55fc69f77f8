import { and, eq, sql, type SQL } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { codeOf, json, type Reader, type Single } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import { together } from '../../database/together';
import { type Invoice, invoiceTable } from '../tables/invoice-table';

const { id, checkoutId, catalogId, kind, number, total, issuedAt, buyer } = invoiceTable;

/** What pages show of a document. */
export interface InvoiceRow extends Pick<
  Invoice,
  'id' | 'catalogId' | 'kind' | 'number' | 'total' | 'issuedAt' | 'buyer'
> {
  /** Of a credit note: the invoice that it is about. Of an invoice: the one that it replaces, or null. */
  readonly earlier: string | null;
}

/** Those of a checkout, in the statement that reads it, in the order of issue. */
export const invoiceRows: SQL<InvoiceRow[]> = jsonRows(
  {
    id,
    catalogId,
    kind,
    number,
    total,
    issuedAt,
    buyer,
    earlier: { value: sql`invoice.content->>'earlier'`, like: number },
  },
  {
    rest: sql`from storefront.invoice where invoice.checkout_id = checkout.id`,
    orderBy: sql`invoice.issued_at, invoice.position`,
  },
);

/** In the order of issue. */
export function readInvoices({ db }: Reader, ofCheckout: string): Promise<Invoice[]> {
  return db
    .select()
    .from(invoiceTable)
    .where(eq(checkoutId, ofCheckout))
    .orderBy(issuedAt, invoiceTable.position);
}

/** Null for a string that is no identifier, too, because it comes from a URL. */
export async function findInvoice(
  { db }: Reader,
  ofCheckout: string,
  invoiceId: string,
): Promise<Invoice | null> {
  if (!z.guid().safeParse(invoiceId).success) return null;
  const [found] = await db
    .select()
    .from(invoiceTable)
    .where(and(eq(id, invoiceId), eq(checkoutId, ofCheckout)));
  return found ?? null;
}

export type NewInvoice = Pick<
  Invoice,
  'checkoutId' | 'catalogId' | 'kind' | 'cause' | 'total' | 'content' | 'buyer'
>;

const issuedSchema = z.object({
  number: z.string(),
  code: z.int(),
  year: z.int(),
  position: z.int(),
  issuedAt: z.coerce.date(),
});

/**
 * Issues a document under the next number of its seller and year. `parts`: others of the same statement. Concurrency guarantee:
 * the row of the series is locked from the moment it is counted until the end of the transaction, and the number is stored in the same
 * statement: numbers are neither left out nor given twice, whatever crashes. A second document for the same cause is refused
 * by an index (`isClash`), and its number with it.
 */
export async function insertInvoice(
  single: Single,
  document: NewInvoice,
  parts: readonly SQL[] = [],
): Promise<Invoice> {
  const documentId = newId();
  const zone = document.content.timezone;
  const seller = sql`${document.catalogId}::uuid`;
  const [issued] = await single.write(
    issuedSchema,
    sql`${together([
      sql`numbered as (
        insert into storefront.invoice_series (catalog_id, year, code, last)
        select ${seller}, extract(year from clock_timestamp() at time zone ${zone}::text)::int,
          coalesce((select max(code) from storefront.invoice_series where catalog_id = ${seller}),
            (select coalesce(max(code), 0) + 1 from storefront.invoice_series)), 1
        on conflict (catalog_id, year) do update set last = invoice_series.last + 1
        returning code, year, last)`,
      sql`made as (
        insert into storefront.invoice
          (id, checkout_id, catalog_id, kind, number, code, year, position, cause, total, content, buyer, issued_at)
        select ${documentId}::uuid, ${document.checkoutId}::uuid, ${seller}, ${document.kind}::text,
          'S' || code || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0'),
          code, year, last, ${document.cause}::text, ${document.total}::numeric, ${json(document.content)},
          ${document.buyer === null ? sql`null` : json(document.buyer)}, clock_timestamp()
        from numbered returning number, code, year, position, issued_at)`,
      ...parts,
    ])} number, code, year, position, issued_at as "issuedAt" from made`,
  );
  if (issued === undefined) throw new Error('a document was not stored');
  return { ...document, id: documentId, ...issued };
}

/** A unique index refused a row: another worker has done the same at this moment. */
export function isClash(error: unknown): boolean {
  return codeOf(error) === '23505' || (error instanceof Error && codeOf(error.cause) === '23505');
}

/** After a restore to an earlier moment: the next documents have other numbers than those that were issued since then. */
export async function beginNewSeries(single: Single): Promise<void> {
  await single.run(
    sql`update storefront.invoice_series set last = 0, code = code + (
          select max(code) from storefront.invoice_series)`,
  );
}

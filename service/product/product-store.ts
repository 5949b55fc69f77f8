import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns } from '@/lib/database/row-columns';
import { named } from '../event/event-store';
import { productTable, ticketTable } from './product-table';

const { id, name, description, image, productBaseId, vatRate, realtimePriceRequired } = productTable;
const { formIds, cancellation, rebooking, giftCard, minimumQuantity, maximumQuantity } = productTable;
const ofSale = { giftCard, minimumQuantity, maximumQuantity };
const priced = { vatRate, realtimePriceRequired, cancellation, rebooking, ...ofSale };
const columns = { id, name, description, image, productBaseId, ...priced, formIds };
const pageColumns = rowColumns(columns);
const ticketColumns = {
  id: ticketTable.id,
  productId: ticketTable.productId,
  eventId: ticketTable.eventId,
  name: ticketTable.name,
  description: ticketTable.description,
  dateAccess: ticketTable.dateAccess,
  tag: ticketTable.tag,
  zone: ticketTable.zone,
};

/** A product as it is stored. */
export type StoredProduct = Pick<typeof productTable.$inferSelect, keyof typeof columns>;

/** A ticket of a product as it is stored. */
export type StoredTicket = Pick<typeof ticketTable.$inferSelect, keyof typeof ticketColumns>;

/** One product that is not retired, or null. */
export async function findProduct(
  { db }: Reader,
  catalogId: string,
  productId: string,
): Promise<StoredProduct | null> {
  const [found] = await db
    .select(columns)
    .from(productTable)
    .where(and(eq(productTable.catalogId, catalogId), eq(id, productId), isNull(productTable.retiredAt)));
  return found ?? null;
}

/** One page of products in the issuer's order, and how many there are. */
export async function pageOfProducts(
  reader: Reader,
  catalogId: string,
  { skip, size, name: part }: { skip: number; size: number; name: string | undefined },
): Promise<{ total: number; products: StoredProduct[] }> {
  const { total, rows: products } = await readPage(reader, pageColumns, {
    from: sql`${productTable}`,
    where: sql`${and(eq(productTable.catalogId, catalogId), isNull(productTable.retiredAt), named(name, part))}`,
    sortedBy: sql`${productTable.position}, ${id}`,
    skip,
    size,
  });
  return { total, products };
}

/** A product with its tickets in the issuer's order. */
export interface ProductWithTickets {
  product: StoredProduct;
  tickets: StoredTicket[];
}

/** Products by id with their current tickets. */
export async function productsById(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, ProductWithTickets>> {
  return withTickets(reader, catalogId, ids, isNull(ticketTable.retiredAt));
}

/** A product as orders need it: with current and retired tickets. */
export async function orderedProduct(
  reader: Reader,
  catalogId: string,
  productId: string,
): Promise<ProductWithTickets> {
  const found = (await withTickets(reader, catalogId, [productId])).get(productId);
  if (found === undefined) throw new Error(`there is no product ${productId}`);
  return found;
}

async function withTickets(
  { db }: Reader,
  catalogId: string,
  ids: readonly string[],
  which?: SQL,
): Promise<Map<string, ProductWithTickets>> {
  if (ids.length === 0) return new Map();
  const [products, tickets] = await Promise.all([
    db
      .select(columns)
      .from(productTable)
      .where(and(eq(productTable.catalogId, catalogId), isOneOf(id, ids))),
    db
      .select(ticketColumns)
      .from(ticketTable)
      .where(and(eq(ticketTable.catalogId, catalogId), isOneOf(ticketTable.productId, ids), which))
      .orderBy(ticketTable.position, ticketTable.id),
  ]);
  return new Map(
    products.map((product) => [
      product.id,
      { product, tickets: tickets.filter(({ productId }) => productId === product.id) },
    ]),
  );
}

/** Whether any product belongs to that product base. */
export async function isProductBase({ db }: Reader, baseId: string): Promise<boolean> {
  const found = await db
    .select({ id })
    .from(productTable)
    .where(and(eq(productBaseId, baseId), isNull(productTable.retiredAt)))
    .limit(1);
  return found.length > 0;
}

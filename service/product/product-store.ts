import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { named } from '../event/event-store';
import { type StoredProduct, storedProductSchema, type StoredTicket, storedTicketSchema } from './product';

const columns = sql`
  id, name, description, image, product_base_id as "productBaseId", vat_rate as "vatRate",
  realtime_price_required as "realtimePriceRequired",
  form_ids as "formIds"`;

/** One product that is still offered, or null. */
export async function findProduct(
  reader: Reader,
  catalogId: string,
  id: string,
): Promise<StoredProduct | null> {
  const [found] = await reader.rows(
    storedProductSchema,
    sql`select ${columns} from ticketing.product
        where catalog_id = ${catalogId} and id = ${id} and retired_at is null`,
  );
  return found ?? null;
}

/** One page of products in the issuer's order, and how many there are. */
export async function pageOfProducts(
  reader: Reader,
  catalogId: string,
  { skip, size, name }: { skip: number; size: number; name: string | undefined },
): Promise<{ total: number; products: StoredProduct[] }> {
  const where = sql`catalog_id = ${catalogId} and retired_at is null and ${named(name)}`;
  const { total, rows: products } = await readPage(reader, storedProductSchema, {
    columns,
    from: sql`ticketing.product`,
    where,
    order: sql`position, id`,
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

/** Products by id with the tickets that they have now. */
export async function productsById(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, ProductWithTickets>> {
  return withTickets(reader, catalogId, ids, sql`retired_at is null`);
}

/** A product as orders know it: with the tickets that it ever had. */
export async function orderedProduct(
  reader: Reader,
  catalogId: string,
  id: string,
): Promise<ProductWithTickets> {
  const found = (await withTickets(reader, catalogId, [id], sql`true`)).get(id);
  if (found === undefined) throw new Error(`there is no product ${id}`);
  return found;
}

async function withTickets(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
  which: SQL,
): Promise<Map<string, ProductWithTickets>> {
  if (ids.length === 0) return new Map();
  const asked = sql`(select value::uuid from jsonb_array_elements_text(${json(ids)}))`;
  const [products, tickets] = await Promise.all([
    reader.rows(
      storedProductSchema,
      sql`select ${columns} from ticketing.product where catalog_id = ${catalogId} and id in ${asked}`,
    ),
    reader.rows(
      storedTicketSchema,
      sql`select id, product_id as "productId", event_id as "eventId", name, description,
            date_access as "dateAccess", tag
          from ticketing.ticket
          where catalog_id = ${catalogId} and product_id in ${asked} and ${which}
          order by position, id`,
    ),
  ]);
  return new Map(
    products.map((product) => [
      product.id,
      { product, tickets: tickets.filter(({ productId }) => productId === product.id) },
    ]),
  );
}

/** Whether any product is of that product base. */
export async function isProductBase(reader: Reader, id: string): Promise<boolean> {
  const found = await reader.rows(
    z.unknown(),
    sql`select from ticketing.product where product_base_id = ${id} and retired_at is null limit 1`,
  );
  return found.length > 0;
}

import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../database/database';
import { stateSchema } from './checkout-state';

export const foundOrderSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: stateSchema,
  createdAt: z.date(),
  total: z.string().nullable(),
  email: z.string().nullable(),
  /** The service's own references. */
  references: z.array(z.string()),
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** The most that one search shows. */
export const mostFound = 50;

/** Checkouts by what stands on an order: our reference, the service's, or the customer's e-mail; newest first. */
export async function findOrders(reader: Reader, query: string): Promise<FoundOrder[]> {
  const text = query.trim();
  if (text.includes('@')) return search(reader, sql`checkout.email = ${text.toLowerCase()}`);
  const typed = text.toUpperCase();
  return search(
    reader,
    sql`checkout.reference in (${typed}, ${withHyphen(typed)}) or checkout.id in (
          select checkout_id from storefront.placed_order
          where placed_order.reference in (${text}, ${typed}) or placed_order.id::text = ${text.toLowerCase()})`,
  );
}

/** Our references are written in two groups; people leave the hyphen out. */
function withHyphen(reference: string): string {
  const plain = reference.replaceAll(/[\s-]/g, '');
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : reference;
}

/** What no machine can settle, the longest waiting first. */
export function findInAttention(reader: Reader): Promise<FoundOrder[]> {
  return search(reader, sql`checkout.state = 'attention'`);
}

/** Checkouts by their own references. */
export async function findByReferences(reader: Reader, references: readonly string[]): Promise<FoundOrder[]> {
  if (references.length === 0) return [];
  return search(
    reader,
    sql`checkout.reference in (${sql.join(
      references.map((one) => sql`${one}`),
      sql`, `,
    )})`,
  );
}

function search(reader: Reader, condition: SQL): Promise<FoundOrder[]> {
  return reader.rows(
    foundOrderSchema,
    sql`select checkout.id, checkout.reference, checkout.state, checkout.created_at as "createdAt", checkout.total,
          checkout.email,
          coalesce((select jsonb_agg(placed_order.reference order by placed_order.created_at)
            from storefront.placed_order where placed_order.checkout_id = checkout.id), '[]'::jsonb) as "references"
        from storefront.checkout
        where ${condition}
        order by checkout.created_at desc limit ${mostFound}`,
  );
}

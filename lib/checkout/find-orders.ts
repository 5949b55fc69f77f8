import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../database/database';
import { checkoutSchema } from './checkout';
import { stateSchema } from './checkout-state';

export const foundOrderSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: stateSchema,
  createdAt: z.date(),
  total: z.string().nullable(),
  email: z.string().nullable(),
  /** Why it was refunded, or what a person has to look at. */
  reason: z.string().nullable(),
  settledAs: checkoutSchema.shape.settledAs,
  escalatedAt: checkoutSchema.shape.escalatedAt,
  /** The service's own references. */
  references: z.array(z.string()),
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

/** Of the checkout in the statement. */
export const orderColumns = sql`
  checkout.id, checkout.reference, checkout.state, checkout.created_at as "createdAt", checkout.total, checkout.email,
  checkout.reason, checkout.settled_as as "settledAs", checkout.escalated_at as "escalatedAt",
  coalesce((select jsonb_agg(placed_order.reference order by placed_order.created_at)
    from storefront.placed_order where placed_order.checkout_id = checkout.id), '[]'::jsonb) as "references"`;

/** The most that one search shows. */
export const mostFound = 50;

/** Checkouts by what stands on an order: our reference, the service's, or the customer's e-mail; newest first. */
export async function findOrders(reader: Reader, query: string): Promise<FoundOrder[]> {
  const text = query.trim();
  if (text.includes('@')) return search(reader, sql`checkout.email = ${text.toLowerCase()}`);
  const typed = text.toUpperCase();
  // One branch for each index: an OR over two tables, or a cast of an identifier, would read a whole table.
  const byId = sql`union all select checkout_id from storefront.placed_order where id = ${text}::uuid`;
  return search(
    reader,
    sql`checkout.id in (
          select id from storefront.checkout where reference in (${typed}, ${withHyphen(typed)})
          union all select checkout_id from storefront.placed_order where reference in (${text}, ${typed})
          ${z.guid().safeParse(text).success ? byId : sql``})`,
  );
}

/** Our references are written in two groups; people leave the hyphen out. */
function withHyphen(reference: string): string {
  const plain = reference.replaceAll(/[\s-]/g, '');
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : reference;
}

/** Money came of it, or may have, or there was nothing to pay. */
export const cameToSomething = sql`checkout.state not in ('held', 'expired', 'cancelled')`;

/** What came of the checkouts that a browser may see, newest first. */
export function findOfGuest(reader: Reader, tokenHash: string): Promise<FoundOrder[]> {
  return search(
    reader,
    sql`${cameToSomething} and checkout.id in (
          select checkout_id from storefront.access where token_hash = ${tokenHash})`,
  );
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
    sql`select ${orderColumns} from storefront.checkout
        where ${condition}
        order by checkout.created_at desc limit ${mostFound}`,
  );
}

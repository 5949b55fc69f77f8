import { desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import type { Checkout } from '../state/checkout';
import { checkoutTable, placedOrderTable } from '../state/checkout-table';

const { id, reference, state, createdAt, total, email, reason, settledAs, escalatedAt } = checkoutTable;
const ofCheckout = { id, reference, state, createdAt, total, email, reason, settledAs, escalatedAt };

export const orderColumns = {
  ...ofCheckout,
  /** The service's own references. */
  references: sql<string[]>`coalesce((
    select jsonb_agg(${placedOrderTable.reference} order by ${placedOrderTable.createdAt})
    from ${placedOrderTable} where ${eq(placedOrderTable.checkoutId, id)}), '[]'::jsonb)`,
};
export type FoundOrder = Pick<Checkout, keyof typeof ofCheckout> & { references: string[] };

export const mostFound = 50;

/** Finds by our reference, by the service's references or by the customer's e-mail; newest first. */
export async function findOrders(reader: Reader, query: string): Promise<FoundOrder[]> {
  const text = query.trim();
  if (text.includes('@')) return search(reader, eq(email, text.toLowerCase()));
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

/** Our references are written in two groups; people often leave the hyphen out. */
function withHyphen(typed: string): string {
  const plain = typed.replaceAll(/[\s-]/g, '');
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : typed;
}

/** The checkout has a result: money was received, or may have been, or there was nothing to pay. */
export const cameToSomething = sql`checkout.state not in ('held', 'expired', 'cancelled')`;

export function findOfGuest(reader: Reader, tokenHash: string): Promise<FoundOrder[]> {
  return search(
    reader,
    sql`${cameToSomething} and checkout.id in (
          select checkout_id from storefront.access where token_hash = ${tokenHash})`,
  );
}

export async function findByReferences(reader: Reader, references: readonly string[]): Promise<FoundOrder[]> {
  return references.length === 0 ? [] : search(reader, inArray(reference, [...references]));
}

function search({ db }: Reader, condition: SQL): Promise<FoundOrder[]> {
  return db
    .select(orderColumns)
    .from(checkoutTable)
    .where(condition)
    .orderBy(desc(createdAt))
    .limit(mostFound);
}

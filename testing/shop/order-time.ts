import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/database/database';

/**
 * Milliseconds from the webhook of a checkout to its order, by the database's clock; null before there is
 * one.
 */
export async function millisecondsToOrder(reader: Reader, id: string): Promise<number | null> {
  const [row] = await reader.rows(
    z.object({ milliseconds: z.number().nullable() }),
    sql`select extract(epoch from (
            (select min(at) from storefront.timeline where checkout_id = ${id} and what = 'order_made')
            - (select min(received_at) from storefront.webhook where checkout_id = ${id})))::float8 * 1000
          as milliseconds`,
  );
  return row?.milliseconds ?? null;
}

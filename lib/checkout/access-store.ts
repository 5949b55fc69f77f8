import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../database/database';

const idRow = z.object({ id: z.string() });

export async function grantAccess(
  transaction: Transaction,
  tokenHash: string,
  checkoutId: string,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.access (token_hash, checkout_id, granted_at)
        values (${tokenHash}, ${checkoutId}, clock_timestamp()) on conflict do nothing`,
  );
}

export async function hasAccess(reader: Reader, tokenHash: string, checkoutId: string): Promise<boolean> {
  const rows = await reader.rows(
    idRow,
    sql`select checkout_id as id from storefront.access
        where token_hash = ${tokenHash} and checkout_id::text = ${checkoutId}`,
  );
  return rows.length === 1;
}

/** Has this token ever been given out by us? */
export async function isKnownToken(reader: Reader, tokenHash: string): Promise<boolean> {
  const rows = await reader.rows(
    idRow,
    sql`select token_hash as id from storefront.access where token_hash = ${tokenHash}
        union all select token_hash from storefront.claim where token_hash = ${tokenHash} limit 1`,
  );
  return rows.length === 1;
}

/** The latest checkout of a browser that still holds something and is not paid. */
export async function findOpenCheckout(reader: Reader, tokenHash: string): Promise<string | null> {
  const [found] = await reader.rows(
    idRow,
    sql`select checkout.id from storefront.access join storefront.checkout on checkout.id = access.checkout_id
        where access.token_hash = ${tokenHash} and checkout.state in ('held', 'paying')
          and checkout.expires_at > clock_timestamp()
        order by checkout.created_at desc limit 1`,
  );
  return found?.id ?? null;
}

export async function insertLink(
  transaction: Transaction,
  tokenHash: string,
  checkoutId: string,
): Promise<void> {
  await transaction.run(
    sql`insert into storefront.link (token_hash, checkout_id, created_at)
        values (${tokenHash}, ${checkoutId}, clock_timestamp())`,
  );
}

export async function findLink(reader: Reader, tokenHash: string): Promise<string | null> {
  const [found] = await reader.rows(
    idRow,
    sql`select checkout_id as id from storefront.link where token_hash = ${tokenHash} and revoked_at is null`,
  );
  return found?.id ?? null;
}

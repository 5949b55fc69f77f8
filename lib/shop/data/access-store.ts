import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Reader, Single } from '../../database/database';
import { claimTable } from '../tables/claim-table';
import { checkoutTable } from '../tables/checkout-table';
import { waitingAdmissionTable } from '../tables/room-table';
import { accessTable, linkTable } from '../tables/access-table';
import { exchangedBy } from './started-exchange-store';

const now = sql`clock_timestamp()`;

export async function grantAccess({ db }: Single, tokenHash: string, checkoutId: string): Promise<void> {
  await db.insert(accessTable).values({ tokenHash, checkoutId, grantedAt: now }).onConflictDoNothing();
}

/** The part of a statement that lets a browser see a checkout that the statement makes. */
export const grantedAccess = (tokenHash: string, checkoutId: string): SQL =>
  sql`granted as (
        insert into storefront.access (token_hash, checkout_id, granted_at)
        values (${tokenHash}, ${checkoutId}, ${now}))`;

/** Whether the browser with the token may see the row of a statement about checkouts. */
export const mayRead = (tokenHash: string | null): SQL<boolean> =>
  sql<boolean>`exists (
    select from storefront.access where access.token_hash = ${tokenHash}::text and access.checkout_id = checkout.id)`;

export async function hasAccess({ db }: Reader, tokenHash: string, checkoutId: string): Promise<boolean> {
  const rows = await db
    .select({ tokenHash: accessTable.tokenHash })
    .from(accessTable)
    // As a text, because it comes from a URL and may be no identifier.
    .where(and(eq(accessTable.tokenHash, tokenHash), sql`${accessTable.checkoutId}::text = ${checkoutId}`));
  return rows.length === 1;
}

export async function isKnownToken({ db }: Reader, tokenHash: string): Promise<boolean> {
  const inTable = (table: typeof accessTable | typeof claimTable | typeof waitingAdmissionTable) =>
    db.select({ hash: table.tokenHash }).from(table).where(eq(table.tokenHash, tokenHash));
  const rows = await unionAll(
    inTable(accessTable),
    inTable(claimTable),
    inTable(waitingAdmissionTable),
  ).limit(1);
  return rows.length === 1;
}

/** Selects the latest unpaid checkout of a browser that still holds something. */
export const openCheckoutOf = (tokenHash: string): SQL<string | null> =>
  sql<string | null>`(
    select open.id from storefront.access join storefront.checkout open on open.id = access.checkout_id
    where access.token_hash = ${tokenHash} and open.state in ('held', 'paying') and open.expires_at > ${now}
    order by open.created_at desc limit 1)`;

/** What a hold of a browser has to know: the booking to add to, and the purchase whose tickets are being exchanged. */
const openBookingSchema = z.object({ openId: z.string().nullable(), exchangedId: z.string().nullable() });
export type OpenBooking = z.infer<typeof openBookingSchema>;

export async function findOpenBooking(reader: Reader, tokenHash: string): Promise<OpenBooking> {
  const [found] = await reader.rows(
    openBookingSchema,
    sql`select ${openCheckoutOf(tokenHash)} as "openId", ${exchangedBy(tokenHash)} as "exchangedId"`,
  );
  return found ?? { openId: null, exchangedId: null };
}

/** The latest booking of a browser, if all its tickets were removed and it would not have expired yet; otherwise null. */
export async function findEmptied({ db }: Reader, tokenHash: string): Promise<string | null> {
  const { id, state, expiresAt, createdAt } = checkoutTable;
  const [last] = await db
    .select({ id, isEmptied: sql<boolean>`${state} = 'cancelled' and ${expiresAt} > ${now}` })
    .from(accessTable)
    .innerJoin(checkoutTable, eq(id, accessTable.checkoutId))
    .where(eq(accessTable.tokenHash, tokenHash))
    .orderBy(desc(createdAt))
    .limit(1);
  return last?.isEmptied === true ? last.id : null;
}

export async function insertLink({ db }: Single, tokenHash: string, checkoutId: string): Promise<void> {
  await db.insert(linkTable).values({ tokenHash, checkoutId, createdAt: now });
}

export async function findLink({ db }: Reader, tokenHash: string): Promise<string | null> {
  const { checkoutId, revokedAt } = linkTable;
  const [found] = await db
    .select({ checkoutId })
    .from(linkTable)
    .where(and(eq(linkTable.tokenHash, tokenHash), isNull(revokedAt)));
  return found?.checkoutId ?? null;
}

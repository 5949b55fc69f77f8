import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../database/database';
import { findLink } from './access-store';
import { databaseNow } from './checkout-store';
import { cameToSomething } from './find-orders';
import { readHolds } from './hold-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

/** How long a mailed link opens its order after the event. */
const yearsAfterEvent = 1;

/** The checkout that a mailed link opens; null when there is none, staff have revoked it, or a year has passed. */
export async function openableLink(reader: Reader, tokenHash: string): Promise<string | null> {
  const checkoutId = await findLink(reader, tokenHash);
  if (checkoutId === null) return null;
  const last = await lastDay(reader, checkoutId);
  last.setUTCFullYear(last.getUTCFullYear() + yearsAfterEvent);
  return (await databaseNow(reader)) < last ? checkoutId : null;
}

/** The last day of what was bought; of the purchase, where nothing of it has a day. */
async function lastDay(reader: Reader, checkoutId: string): Promise<Date> {
  const [bought] = await reader.rows(
    z.object({ at: z.date() }),
    sql`select created_at as at from storefront.checkout where id = ${checkoutId}`,
  );
  const holds = await readHolds(reader, checkoutId);
  const lines = holds.flatMap(({ descriptions }) => Object.values(descriptions).flat());
  const days = lines.flatMap(({ date, tickets }) => [date, ...tickets.map(({ occursAt }) => occursAt)]);
  const times = days.filter((day) => day !== null).map((day) => new Date(day).getTime());
  return new Date(Math.max(bought?.at.getTime() ?? 0, ...times));
}

/**
 * Takes back what opens an order: the links that were mailed, and the browsers that have opened one. The customer finds
 * the order again by e-mail. Null where nothing was bought: the browser that is buying must stay.
 */
export function revokeLinks(
  { database }: Pick<Rooms, 'database'>,
  checkoutId: string,
  staff: string,
): Promise<{ links: number; browsers: number } | null> {
  return database.transaction(async (transaction) => {
    const found = await transaction.rows(
      z.object({ id: z.string() }),
      sql`select id from storefront.checkout where id = ${checkoutId} and ${cameToSomething}`,
    );
    if (found.length === 0) return null;
    const links = await transaction.run(
      sql`update storefront.link set revoked_at = clock_timestamp()
          where checkout_id = ${checkoutId} and revoked_at is null`,
    );
    const browsers = await transaction.run(
      sql`delete from storefront.access where checkout_id = ${checkoutId}`,
    );
    await note(transaction, checkoutId, 'links_revoked', { by: 'staff', staff, links, browsers });
    return { links, browsers };
  });
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';
import { mailTasks } from '../tables/task-table';
import { isAtRest } from './retention-store';
import { closing } from './task-store';

const isTo = (email: string) => sql`(lower(checkout.gift->>'email') = ${email}
  or lower(checkout.entries->'more'->'giftEmail'->>0) = ${email})`;

/** The gifts for somebody with this address, in lower case, without data of who gives them. */
export async function readGifts(reader: Reader, email: string): Promise<Record<string, unknown>[]> {
  const found = await reader.rows(
    z.object({ row: z.record(z.string(), z.unknown()) }),
    sql`select jsonb_build_object('reference', reference, 'gift', gift, 'sentAt', mail.sent_at,
          'typed', jsonb_build_object('name', entries->'more'->'giftName', 'email', entries->'more'->'giftEmail',
            'message', entries->'more'->'giftMessage')) as row
        from storefront.checkout left join storefront.mail on mail.checkout_id = checkout.id and mail.kind = 'gift'
        where ${isTo(email)} order by checkout.created_at`,
  );
  return found.map(({ row }) => row);
}

/**
 * Removes from the bookings of others to whom they were given, if that was this address. Their link opens nothing any more. Resolves
 * to how many they were, and to how many are left because their booking is not finished. What waits for its day is not sent.
 */
export async function forgetGifts(
  transaction: Transaction,
  email: string,
): Promise<{ erased: number; goingOn: number }> {
  const erased = await transaction.write(
    z.object({ id: z.string() }),
    sql`update storefront.checkout
        set gift = null, entries = entries #- '{more,giftName}' #- '{more,giftEmail}' #- '{more,giftMessage}'
          #- '{more,giftDate}'
        where ${isTo(email)} and ${isAtRest} returning id`,
  );
  const ids = boundIds(erased.map(({ id }) => id));
  // Why it was not delivered may name the address, as does to which address staff have sent it.
  const ofGift = sql`kind in ('gift', 'gift_change') and checkout_id in ${ids}`;
  await transaction.run(closing(sql`select id::text from storefront.mail where ${ofGift}`, mailTasks));
  await transaction.run(sql`delete from storefront.mail where ${ofGift}`);
  await transaction.run(
    sql`update storefront.timeline set detail = detail - 'address'
        where checkout_id in ${ids} and detail->>'kind' = 'gift' and detail->>'address' is not null`,
  );
  const [left] = await transaction.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from storefront.checkout where ${isTo(email)}`,
  );
  return { erased: erased.length, goingOn: left?.count ?? 0 };
}

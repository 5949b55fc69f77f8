import { sql } from 'drizzle-orm';
import { json, type Reader, type Transaction } from '../database/database';
import type { Reservation } from '../contract/reservation';
import { holdSchema, type Hold, type Line } from './checkout';

const columns = sql`
  id, checkout_id as "checkoutId", catalog_id as "catalogId", reservation_id as "reservationId", reservation,
  descriptions, expires_at as "expiresAt"`;

export interface NewHold {
  id: string;
  checkoutId: string;
  catalogId: string;
  reservation: Reservation;
  expiresAt: Date;
}

/** What a checkout holds, in the order in which it was taken. */
export function readHolds(reader: Reader, checkoutId: string): Promise<Hold[]> {
  return reader.rows(
    holdSchema,
    sql`select ${columns} from storefront.hold
        where checkout_id = ${checkoutId} and ended_at is null order by held_at, id`,
  );
}

export async function insertHold(transaction: Transaction, hold: NewHold): Promise<void> {
  const { id, checkoutId, catalogId, reservation, expiresAt } = hold;
  await transaction.run(
    sql`insert into storefront.hold
          (id, checkout_id, catalog_id, reservation_id, reservation, descriptions, held_at, expires_at)
        values (${id}, ${checkoutId}, ${catalogId}, ${reservation.id}, ${json(reservation)}, '{}'::jsonb,
          clock_timestamp(), ${expiresAt.toISOString()}::timestamptz)`,
  );
}

/** Ends holds that were given back or replaced; resolves to how many it ended. */
export function endHolds(
  transaction: Transaction,
  checkoutId: string,
  ids: readonly string[],
): Promise<number> {
  return transaction.run(
    sql`update storefront.hold set ended_at = clock_timestamp()
        where checkout_id = ${checkoutId} and ended_at is null
          and id::text in (select jsonb_array_elements_text(${json(ids)}))`,
  );
}

/** Keeps what was reserved in words, so that it can be told when the catalogue has forgotten it. */
export async function saveDescription(
  transaction: Transaction,
  holdId: string,
  language: string,
  lines: readonly Line[],
): Promise<void> {
  await transaction.run(
    sql`update storefront.hold set descriptions = descriptions || ${json({ [language]: lines })}
        where id = ${holdId}`,
  );
}

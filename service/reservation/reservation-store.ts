import { sql, type SQL } from 'drizzle-orm';
import { json, type Reader, type Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { type StoredReservation, storedReservationSchema } from './reservation';

const columns = sql`
  id, organization_id as "organizationId", created_at as "createdAt", expires_at as "expiresAt",
  order_id is null and (released_at is not null or expires_at <= clock_timestamp()) as expired,
  order_id as "orderId", catalog_id as "catalogId", offer_id as "offerId", product_id as "productId", quantity,
  unit_amount as "unitAmount", unit_amount_excl_tax as "unitAmountExclTax", tickets,
  held_counters as "heldCounters"`;

/** Writes reservations whose units are held in the same transaction. */
export async function insertReservations(
  transaction: Transaction,
  reservations: readonly StoredReservation[],
): Promise<void> {
  if (reservations.length === 0) return;
  await transaction.run(
    sql`insert into ticketing.reservation (organization_id, id, created_at, expires_at, catalog_id, offer_id,
          product_id, quantity, unit_amount, unit_amount_excl_tax, tickets, held_counters)
        select "organizationId", id, "createdAt", "expiresAt", "catalogId", "offerId", "productId", quantity,
          "unitAmount", "unitAmountExclTax", tickets, "heldCounters"
        from jsonb_to_recordset(${json(reservations)}) as one ("organizationId" uuid, id uuid,
          "createdAt" timestamptz, "expiresAt" timestamptz, "catalogId" uuid, "offerId" uuid, "productId" uuid,
          quantity int, "unitAmount" numeric, "unitAmountExclTax" numeric, tickets jsonb, "heldCounters" int)`,
  );
}

/** One reservation of an organization, or null. */
export async function findReservation(
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<StoredReservation | null> {
  const [found] = await reader.rows(
    storedReservationSchema,
    sql`select ${columns} from ticketing.reservation where organization_id = ${organizationId} and id = ${id}`,
  );
  return found ?? null;
}

/** One page of an organization's reservations by time, the latest first unless asked otherwise. */
export async function pageOfReservations(
  reader: Reader,
  organizationId: string,
  { skip, size, condition, ascending }: { skip: number; size: number; condition: SQL; ascending: boolean },
): Promise<{ total: number; reservations: StoredReservation[] }> {
  const direction = ascending ? sql`asc` : sql`desc`;
  const where = sql`organization_id = ${organizationId} and ${condition}`;
  const { total, rows: reservations } = await readPage(reader, storedReservationSchema, {
    columns,
    from: sql`ticketing.reservation`,
    where,
    order: sql`created_at ${direction}, id ${direction}`,
    skip,
    size,
  });
  return { total, reservations };
}

/** Which reservation, and of whom. */
export interface ReservationKey {
  organizationId: string;
  id: string;
}

/** A key as one text, for maps. */
export function keyText({ organizationId, id }: ReservationKey): string {
  return `${organizationId}/${id}`;
}

/**
 * Locks reservations until the transaction ends, and reads them by `keyText`; those that are not there are left out.
 * `expired` is judged after the lock is taken.
 */
export async function lockReservations(
  transaction: Transaction,
  keys: readonly ReservationKey[],
): Promise<Map<string, StoredReservation>> {
  const which = sql`(organization_id, id) in (
    select organization_id, id from jsonb_to_recordset(${json(
      keys.map(({ organizationId, id }) => ({ organization_id: organizationId, id })),
    )}) as asked (organization_id uuid, id uuid))`;
  const [, found] = await Promise.all([
    transaction.run(
      sql`select from ticketing.reservation where ${which} order by organization_id, id for update`,
    ),
    transaction.rows(
      storedReservationSchema,
      sql`select ${columns} from ticketing.reservation where ${which}`,
    ),
  ]);
  return new Map(found.map((reservation) => [keyText(reservation), reservation]));
}

/** Ends a locked reservation that was not ordered. */
export async function markReleased(transaction: Transaction, reservation: StoredReservation): Promise<void> {
  await transaction.run(
    sql`update ticketing.reservation set released_at = clock_timestamp()
        where organization_id = ${reservation.organizationId} and id = ${reservation.id} and order_id is null`,
  );
}

/** Gives a locked reservation until `expiresAt`, unless that was done `most` times already; false then. */
export async function markExtended(
  transaction: Transaction,
  reservation: StoredReservation,
  { expiresAt, most }: { expiresAt: Date; most: number },
): Promise<boolean> {
  const changed = await transaction.run(
    sql`update ticketing.reservation
        set expires_at = ${expiresAt.toISOString()}::timestamptz, extensions = extensions + 1
        where organization_id = ${reservation.organizationId} and id = ${reservation.id} and extensions < ${most}`,
  );
  return changed === 1;
}

/** Names the orders that locked reservations became. */
export async function markOrdered(
  transaction: Transaction,
  orders: readonly { organizationId: string; id: string; reservationId: string }[],
): Promise<void> {
  await transaction.run(
    sql`update ticketing.reservation set order_id = one.id
        from jsonb_to_recordset(${json(orders)}) as one ("organizationId" uuid, id uuid, "reservationId" uuid)
        where organization_id = one."organizationId" and reservation.id = one."reservationId"
          and order_id is null`,
  );
}

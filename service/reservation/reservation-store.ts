import { sql, type SQL } from 'drizzle-orm';
import { boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { jsonRows } from '@/lib/database/json-rows';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { byCatalog, catalogOf } from '../ids/catalog-id';
import type { StoredReservation } from './reservation';
import { reservationTable } from './reservation-table';

const stored = columnsExcept(reservationTable, ['releasedAt', 'extensions', 'cancelledUnits']);

/** Whether a reservation has ended by the database's clock, and was never ordered. */
export const isExpired = sql<boolean>`(reservation.order_id is null
  and (reservation.released_at is not null or reservation.expires_at <= statement_timestamp()))`;

const columns = rowColumns({ ...stored, expired: isExpired });
/** That of an order, in the statement that reads the order. */
export const orderedReservation = jsonRows(stored, {
  rest: sql`from ticketing.reservation
    where reservation.catalog_id = booking_order.catalog_id and reservation.id = booking_order.reservation_id`,
  orderBy: sql`reservation.id`,
});
const reservationsInsert = bulkInsert(reservationTable, stored);

/** The parts of the statements that hold the units of reservations: they write the reservations, by catalogue. */
export function insertedReservations(reservations: readonly StoredReservation[]): Map<string, SQL> {
  return new Map(
    byCatalog(reservations, ({ catalogId }) => catalogId).map(([catalogId, own]) => [
      catalogId,
      sql`reserved as (${reservationsInsert(own)})`,
    ]),
  );
}

/** One reservation of an organization, or null. */
export async function findReservation(
  reader: Reader,
  organizationId: string,
  id: string,
): Promise<StoredReservation | null> {
  const [found] = await reader.read(
    columns,
    sql`from ticketing.reservation
        where catalog_id = ${catalogOf(id)} and id = ${id} and organization_id = ${organizationId}`,
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
  const { total, rows: reservations } = await readPage(reader, columns, {
    from: sql`ticketing.reservation`,
    where,
    sortedBy: sql`created_at ${direction}, id ${direction}`,
    skip,
    size,
  });
  return { total, reservations };
}

/** The id of a reservation, and its organization. */
export interface ReservationKey {
  organizationId: string;
  id: string;
}

/** A key as one text, for maps. */
export function keyText({ organizationId, id }: ReservationKey): string {
  return `${organizationId}/${id}`;
}

/**
 * Locks reservations until the transaction ends, and reads them by `keyText`; those that do not exist are left out. One that
 * expires while the lock is waited for counts as alive: its units are still held, or the caller sees under their locks that
 * they are not.
 */
export async function lockReservations(
  transaction: Transaction,
  keys: readonly ReservationKey[],
): Promise<Map<string, StoredReservation>> {
  const parts = byCatalog(keys, ({ id }) => catalogOf(id)).map(([catalogId, own]) => {
    const asked = own.map(({ organizationId, id }) => ({ organization_id: organizationId, id }));
    return sql`catalog_id = ${catalogId} and (organization_id, id) in (
      select organization_id, id from ${boundRows(asked, 'asked (organization_id uuid, id uuid)')})`;
  });
  const found = await Promise.all(
    parts.map((which) =>
      transaction.read(columns, sql`from ticketing.reservation where ${which} order by id for update`),
    ),
  );
  return new Map(found.flat().map((reservation) => [keyText(reservation), reservation]));
}

/** Ends a locked reservation that was not ordered. */
export async function markReleased(transaction: Transaction, reservation: StoredReservation): Promise<void> {
  await transaction.run(
    sql`update ticketing.reservation set released_at = statement_timestamp()
        where catalog_id = ${reservation.catalogId} and id = ${reservation.id} and order_id is null`,
  );
}

/** Extends a locked reservation until `expiresAt`. Returns false if that was done `most` times already. */
export async function markExtended(
  transaction: Transaction,
  reservation: StoredReservation,
  { expiresAt, most }: { expiresAt: Date; most: number },
): Promise<boolean> {
  const changed = await transaction.run(
    sql`update ticketing.reservation
        set expires_at = ${expiresAt.toISOString()}::timestamptz, extensions = extensions + 1
        where catalog_id = ${reservation.catalogId} and id = ${reservation.id} and extensions < ${most}`,
  );
  return changed === 1;
}

/** Counts cancelled units of a locked reservation that is an order. */
export async function addCancelledUnits(
  transaction: Transaction,
  { catalogId, id }: Pick<StoredReservation, 'catalogId' | 'id'>,
  units: number,
): Promise<void> {
  await transaction.run(
    sql`update ticketing.reservation set cancelled_units = cancelled_units + ${units}::int
        where catalog_id = ${catalogId} and id = ${id}`,
  );
}

/** The part of a statement that makes locked reservations of a catalogue the orders that were made of them. */
export const markedOrdered = (
  catalogId: string,
  orders: readonly { id: string; reservationId: string }[],
): SQL =>
  sql`marked as (
        update ticketing.reservation set order_id = one.id
        from ${boundRows(orders, 'one (id uuid, "reservationId" uuid)')}
        where catalog_id = ${catalogId} and reservation.id = one."reservationId" and order_id is null)`;

import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Reservation } from '../../contract/reservation';
import { isOneOf } from '../../database/conditions';
import { json, type Reader, type Transaction } from '../../database/database';
import type { Hold } from '../rules/checkout';
import { holdTable } from '../tables/checkout-table';
import type { Line } from '../values/checkout-values';

export async function readHolds({ db }: Reader, checkoutId: string): Promise<Hold[]> {
  return db
    .select()
    .from(holdTable)
    .where(and(eq(holdTable.checkoutId, checkoutId), isNull(holdTable.endedAt)))
    .orderBy(holdTable.heldAt, holdTable.id);
}

/** The hold that was released or replaced last, or the one with this `id`, with how many minutes ago; null: none has ended. */
export async function findEndedHold(
  { db }: Reader,
  checkoutId: string,
  id?: string,
): Promise<(Hold & { minutesAgo: number }) | null> {
  const { endedAt } = holdTable;
  const [found] = await db
    .select({
      ...getTableColumns(holdTable),
      minutesAgo: sql<number>`extract(epoch from clock_timestamp() - ${endedAt})::float / 60`,
    })
    .from(holdTable)
    .where(
      and(
        eq(holdTable.checkoutId, checkoutId),
        id === undefined ? undefined : eq(holdTable.id, id),
        isNotNull(endedAt),
      ),
    )
    .orderBy(desc(endedAt))
    .limit(1);
  return found ?? null;
}

/** Locks a hold until the transaction ends; also one that has ended. */
export async function lockHold({ db }: Transaction, id: string): Promise<Hold | null> {
  const [found] = await db.select().from(holdTable).where(eq(holdTable.id, id)).for('update');
  return found ?? null;
}

export async function insertHold(
  { db }: Transaction,
  hold: Pick<Hold, 'id' | 'checkoutId' | 'catalogId' | 'expiresAt'> & { reservation: Reservation },
): Promise<void> {
  await db.insert(holdTable).values({
    ...hold,
    reservationId: hold.reservation.id,
    descriptions: {},
    heldAt: sql`clock_timestamp()`,
  });
}

export async function endHolds(
  { db }: Transaction,
  checkoutId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .update(holdTable)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(holdTable.checkoutId, checkoutId), isNull(holdTable.endedAt), isOneOf(holdTable.id, ids)));
}

/** Stores that a reservation was extended, unless it has ended here. */
export async function saveHoldEnd(
  { db }: Transaction,
  { id, reservation, expiresAt }: Pick<Hold, 'id' | 'reservation' | 'expiresAt'>,
): Promise<void> {
  await db
    .update(holdTable)
    .set({ reservation, expiresAt })
    .where(and(eq(holdTable.id, id), isNull(holdTable.endedAt)));
}

/** Stores a reservation whose price has changed, unless it has ended here. Its end stays as it is known. */
export async function saveReservation(
  { db }: Transaction,
  checkoutId: string,
  reservation: Reservation,
): Promise<void> {
  await db
    .update(holdTable)
    .set({ reservation })
    .where(
      and(
        eq(holdTable.checkoutId, checkoutId),
        eq(holdTable.reservationId, reservation.id),
        isNull(holdTable.endedAt),
      ),
    );
}

export async function saveDescription(
  { db }: Transaction,
  holdId: string,
  language: string,
  lines: readonly Line[],
): Promise<void> {
  await db
    .update(holdTable)
    .set({ descriptions: sql`${holdTable.descriptions} || ${json({ [language]: lines })}` })
    .where(eq(holdTable.id, holdId));
}

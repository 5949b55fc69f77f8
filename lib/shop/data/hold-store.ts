import { and, desc, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../database/bound-rows';
import { lastSegment } from '../../contract/iri';
import type { Reservation } from '../../contract/reservation';
import { bulkColumns } from '../../database/bulk-insert';
import { isOneOf } from '../../database/conditions';
import { jsonRows } from '../../database/json-rows';
import { json, type Reader, type Single, type Transaction } from '../../database/database';
import type { Hold } from '../rules/checkout';
import { holdTable } from '../tables/checkout-table';
import type { Line } from '../values/checkout-values';

/** Those of a checkout that have not ended, in the statement that reads it. */
export const holdRows: SQL<Hold[]> = jsonRows(getTableColumns(holdTable), {
  rest: sql`from storefront.hold where hold.checkout_id = checkout.id and hold.ended_at is null`,
  orderBy: sql`hold.held_at, hold.id`,
});

export async function readHolds({ db }: Reader, checkoutId: string): Promise<Hold[]> {
  return db
    .select()
    .from(holdTable)
    .where(and(eq(holdTable.checkoutId, checkoutId), isNull(holdTable.endedAt)))
    .orderBy(holdTable.heldAt, holdTable.id);
}

/** A product of which a browser holds tickets. */
export interface HeldProduct {
  readonly catalogId: string;
  readonly productId: string;
}

const heldSchema = z.object({ tokenHash: z.string(), catalogId: z.string(), product: z.string() });

/** What browsers hold unpaid at present, for the hashes of their tokens, in that order. */
export async function readHeldProducts(
  reader: Reader,
  tokenHashes: readonly string[],
): Promise<HeldProduct[][]> {
  const held = await reader.rows(
    heldSchema,
    sql`select distinct access.token_hash as "tokenHash", hold.catalog_id as "catalogId", item->>'product' as product
        from storefront.access
        join storefront.checkout on checkout.id = access.checkout_id
        join storefront.hold on hold.checkout_id = checkout.id
        cross join jsonb_array_elements(hold.reservation->'items') as item
        where access.token_hash in ${boundTexts(tokenHashes)}
          and checkout.state in ('held', 'paying') and checkout.expires_at > statement_timestamp()
          and hold.ended_at is null and hold.expires_at > statement_timestamp()`,
  );
  return tokenHashes.map((hash) =>
    held
      .filter(({ tokenHash }) => tokenHash === hash)
      .map(({ catalogId, product }) => ({ catalogId, productId: lastSegment(product) })),
  );
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

export type NewHold = Pick<
  Hold,
  'id' | 'checkoutId' | 'catalogId' | 'expiresAt' | 'reservation' | 'descriptions'
>;

const { id, checkoutId, catalogId, reservationId, reservation, descriptions, expiresAt } = holdTable;
const rows = bulkColumns({ id, checkoutId, catalogId, reservationId, reservation, descriptions, expiresAt });

/** The part of a statement that stores what was reserved. */
export const insertedHolds = (holds: readonly NewHold[]): SQL =>
  sql`held as (
        insert into storefront.hold (${sql.raw(rows.names.join(', '))}, held_at)
        select ${rows.members}, clock_timestamp()
        from ${rows.from(holds.map((hold) => ({ ...hold, reservationId: hold.reservation.id })))})`;

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
  { db }: Single,
  holdId: string,
  language: string,
  lines: readonly Line[],
): Promise<void> {
  await db
    .update(holdTable)
    .set({ descriptions: sql`${holdTable.descriptions} || ${json({ [language]: lines })}` })
    .where(eq(holdTable.id, holdId));
}

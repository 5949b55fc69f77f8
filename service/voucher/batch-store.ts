import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { type StoredVoucher, voucherColumns } from './voucher-store';
import { voucherBatchTable } from './voucher-table';

/** A batch as it is stored. */
export type StoredBatch = typeof voucherBatchTable.$inferSelect;

/** How many codes of a batch have a use that is held now, or ordered. */
export interface UsedCodes {
  held: number;
  ordered: number;
}

const batchColumns = rowColumns(columnsExcept(voucherBatchTable, []));

/** One page of a catalogue's batches, the newest first, and how many there are. */
export async function pageOfBatches(
  reader: Reader,
  catalogId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; batches: StoredBatch[] }> {
  const { total, rows: batches } = await readPage(reader, batchColumns, {
    from: sql`ticketing.voucher_batch`,
    where: sql`catalog_id = ${catalogId}`,
    sortedBy: sql`created_at desc, id desc`,
    skip,
    size,
  });
  return { total, batches };
}

/** A batch; `lock`: until the transaction ends, so that its codes are changed by one call at a time. */
export async function findBatch(
  { db }: Reader,
  catalogId: string,
  id: string,
  lock = false,
): Promise<StoredBatch | null> {
  const query = db
    .select()
    .from(voucherBatchTable)
    .where(and(eq(voucherBatchTable.catalogId, catalogId), eq(voucherBatchTable.id, id)));
  const [found] = await (lock ? query.for('update') : query);
  return found ?? null;
}

/** Concurrency guarantee: UNIQUE(catalogue, name) lets one writer of a name succeed. Resolves to whether it did. */
export async function insertBatch({ db }: Transaction, batch: StoredBatch): Promise<boolean> {
  const made = await db
    .insert(voucherBatchTable)
    .values(batch)
    .onConflictDoNothing({ target: [voucherBatchTable.catalogId, voucherBatchTable.name] })
    .returning({ id: voucherBatchTable.id });
  return made.length === 1;
}

/**
 * Writes the codes of a batch, each for one use, in one statement. Concurrency guarantee: UNIQUE(catalogue, code) fails the
 * whole batch if one of its random codes exists.
 */
export async function insertCodes(
  transaction: Transaction,
  { catalogId, id }: Pick<StoredBatch, 'catalogId' | 'id'>,
  codes: readonly { id: string; code: string; comparable: string }[],
): Promise<void> {
  await transaction.run(
    sql`insert into ticketing.voucher (catalog_id, id, code, comparable_code, kind, value, products, valid_from,
          valid_until, maximum_uses, minimum_amount, disabled, batch_id, actor, reason, created_at, changed_at)
        select catalog_id, one.id, one.code, one.comparable, kind, value, products, valid_from,
          valid_until, 1, minimum_amount, disabled, batch.id, actor, reason, created_at, changed_at
        from ticketing.voucher_batch batch
          cross join ${boundRows(codes, 'one (id uuid, code text, comparable text)')}
        where batch.catalog_id = ${catalogId} and batch.id = ${id}`,
  );
}

/** Writes whether a locked batch and all of its codes are disabled, and who says so, in one statement. */
export async function disableCodes(
  transaction: Transaction,
  { catalogId, id, disabled, actor, reason, changedAt }: StoredBatch,
): Promise<void> {
  const changes = sql`disabled = ${disabled}, actor = ${actor}, reason = ${reason}, changed_at = ${changedAt}`;
  await transaction.run(
    sql`with changed as (
          update ticketing.voucher_batch set ${changes} where catalog_id = ${catalogId} and id = ${id})
        update ticketing.voucher set ${changes} where catalog_id = ${catalogId} and batch_id = ${id}`,
  );
}

/** One page of the codes of a batch, in the order in which they were made, and how many there are. */
export async function pageOfCodes(
  reader: Reader,
  { catalogId, id }: Pick<StoredBatch, 'catalogId' | 'id'>,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; vouchers: StoredVoucher[] }> {
  const { total, rows: vouchers } = await readPage(reader, voucherColumns, {
    from: sql`ticketing.voucher`,
    where: sql`catalog_id = ${catalogId} and batch_id = ${id}`,
    sortedBy: sql`id`,
    skip,
    size,
  });
  return { total, vouchers };
}

const usedRow = z.object({ id: z.string(), held: z.int(), ordered: z.int() });

/** How many codes of batches are used by the database's clock, by the ids of the batches; those without a use are left out. */
export async function countUsedCodes(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, UsedCodes>> {
  const found = await reader.rows(
    usedRow,
    sql`select batch_id as id, count(*) filter (where not ordered)::int as held,
          count(*) filter (where ordered)::int as ordered
        from (
          select voucher.batch_id, bool_or(reservation.order_id is not null) as ordered
          from ticketing.voucher join ticketing.reservation
            on reservation.catalog_id = voucher.catalog_id and reservation.voucher_id = voucher.id
          where voucher.catalog_id = ${catalogId} and voucher.batch_id is not null and voucher.batch_id in ${boundIds(ids)}
            and (order_id is not null or (released_at is null and expires_at > statement_timestamp()))
          group by voucher.batch_id, voucher.id) used
        group by batch_id`,
  );
  return new Map(found.map(({ id, ...used }) => [id, used]));
}

const usedInRow = z.object({ id: z.string(), usedIn: z.string() });

/** The booking number of the newest order that has each of these vouchers; those without one are left out. */
export async function ordersOfCodes(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await reader.rows(
    usedInRow,
    sql`select distinct on (reservation.voucher_id) reservation.voucher_id as id,
          coalesce(booking_order.external_reference, booking_order.reference) as "usedIn"
        from ticketing.reservation join ticketing.booking_order
          on booking_order.catalog_id = reservation.catalog_id and booking_order.id = reservation.order_id
        where reservation.catalog_id = ${catalogId} and reservation.voucher_id is not null
          and reservation.voucher_id in ${boundIds(ids)}
        order by reservation.voucher_id, booking_order.created_at desc`,
  );
  return new Map(found.map(({ id, usedIn }) => [id, usedIn]));
}

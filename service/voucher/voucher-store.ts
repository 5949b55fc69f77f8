import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { readBalances } from '../reservation/voucher-uses';
import type { VoucherUse } from '../reservation/reservation-table';
import { voucherTable } from './voucher-table';

/** A voucher as it is stored. */
export type StoredVoucher = typeof voucherTable.$inferSelect;

/** How many uses are held now, and ordered. */
export interface Uses {
  held: number;
  ordered: number;
}

export const voucherColumns = rowColumns(columnsExcept(voucherTable, []));

/** One page of a catalogue's vouchers that are of no batch and not complimentary, the newest first, and how many there are. */
export async function pageOfVouchers(
  reader: Reader,
  catalogId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; vouchers: StoredVoucher[] }> {
  const { total, rows: vouchers } = await readPage(reader, voucherColumns, {
    from: sql`ticketing.voucher`,
    where: sql`catalog_id = ${catalogId} and batch_id is null and not complimentary`,
    sortedBy: sql`created_at desc, id desc`,
    skip,
    size,
  });
  return { total, vouchers };
}

export async function findVoucher(
  { db }: Reader,
  catalogId: string,
  id: string,
): Promise<StoredVoucher | null> {
  const [found] = await db
    .select()
    .from(voucherTable)
    .where(and(eq(voucherTable.catalogId, catalogId), eq(voucherTable.id, id)));
  return found ?? null;
}

/** Concurrency guarantee: UNIQUE(catalogue, code) lets one writer of a code succeed. Resolves to whether it did. */
export async function insertVoucher({ db }: Transaction, voucher: StoredVoucher): Promise<boolean> {
  const made = await db
    .insert(voucherTable)
    .values(voucher)
    .onConflictDoNothing({ target: [voucherTable.catalogId, voucherTable.comparableCode] })
    .returning({ id: voucherTable.id });
  return made.length === 1;
}

/** Locks a voucher until the transaction ends: its uses are counted, and it is changed, by one call at a time. */
export async function lockVoucher(
  { db }: Transaction,
  catalogId: string,
  by: { id: string } | { comparableCode: string },
): Promise<StoredVoucher | null> {
  const which = 'id' in by ? eq(voucherTable.id, by.id) : eq(voucherTable.comparableCode, by.comparableCode);
  const [found] = await db
    .select()
    .from(voucherTable)
    .where(and(eq(voucherTable.catalogId, catalogId), which))
    .for('update');
  return found ?? null;
}

/** Writes a locked voucher. */
export async function updateVoucher({ db }: Transaction, voucher: StoredVoucher): Promise<void> {
  const { catalogId, id, ...changed } = voucher;
  await db
    .update(voucherTable)
    .set(changed)
    .where(and(eq(voucherTable.catalogId, catalogId), eq(voucherTable.id, id)));
}

const usesRow = z.object({ id: z.string(), held: z.int(), ordered: z.int() });

/** The uses of a catalogue's vouchers by the database's clock, by their ids; those without a use are left out. */
export async function countUses(
  reader: Reader,
  catalogId: string,
  ids: readonly string[],
): Promise<Map<string, Uses>> {
  const found = await reader.rows(
    usesRow,
    sql`select id, count(*) filter (where not ordered)::int as held, count(*) filter (where ordered)::int as ordered
        from (
          select voucher_id as id, bool_or(order_id is not null) as ordered from ticketing.reservation
          where catalog_id = ${catalogId} and voucher_id is not null and voucher_id in ${boundIds(ids)}
            and (order_id is not null or (released_at is null and expires_at > statement_timestamp()))
          group by voucher_id, voucher ->> 'use') uses
        group by id`,
  );
  return new Map(found.map(({ id, held, ordered }) => [id, { held, ordered }]));
}

/** A balance that was sold: what is left, and the booking number of the order in which it was bought. */
export interface SoldBalance {
  remaining: string;
  soldIn: string | null;
  /** Its price was given back. */
  cancelled: boolean;
}

const saleRow = z.object({ id: z.string(), soldIn: z.string(), cancelled: z.boolean() });

/** The balances among vouchers, by their ids. Without one it costs nothing. */
export async function soldBalances(
  reader: Reader,
  vouchers: readonly StoredVoucher[],
): Promise<Map<string, SoldBalance>> {
  const [first, ...others] = vouchers.filter(({ kind }) => kind === 'balance');
  if (first === undefined) return new Map();
  const { catalogId } = first;
  const ids = [first, ...others].map(({ id }) => id);
  const [balances, sales] = await Promise.all([
    readBalances(reader, catalogId, ids, { uses: 'now' }),
    reader.rows(
      saleRow,
      sql`select item_ticket.id, coalesce(booking_order.external_reference, booking_order.reference) as "soldIn",
            item_ticket.status = 'cancelled' as cancelled
          from ticketing.item_ticket join ticketing.booking_order
            on booking_order.catalog_id = item_ticket.catalog_id and booking_order.id = item_ticket.order_id
          where item_ticket.catalog_id = ${catalogId} and item_ticket.id in ${boundIds(ids)}`,
    ),
  ]);
  const sold = new Map(sales.map(({ id, ...sale }) => [id, sale]));
  return new Map(
    [...balances].map(([id, remaining]) => {
      const { soldIn = null, cancelled = false } = sold.get(id) ?? {};
      return [id, { remaining, soldIn, cancelled }];
    }),
  );
}

const countRow = z.object({ uses: z.int() });

/**
 * How many uses of a locked voucher other reservations have. One that has expired counts until it is ended under its lock,
 * because it may be ordered or extended at this moment.
 */
export async function otherUses(
  transaction: Transaction,
  { catalogId, id }: Pick<StoredVoucher, 'catalogId' | 'id'>,
  ids: readonly string[],
): Promise<number> {
  const [found] = await transaction.rows(
    countRow,
    sql`select count(distinct voucher ->> 'use')::int as uses from ticketing.reservation
        where catalog_id = ${catalogId} and voucher_id = ${id}
          and (order_id is not null or released_at is null) and id not in ${boundIds(ids)}`,
  );
  return found?.uses ?? 0;
}

/** Sets or clears the vouchers of locked reservations of a catalogue, and counts that. */
export async function setVouchers(
  transaction: Transaction,
  catalogId: string,
  rows: readonly { id: string; voucherId: string | null; voucher: VoucherUse | null }[],
): Promise<void> {
  await transaction.run(
    sql`update ticketing.reservation set voucher_id = one."voucherId", voucher = one.voucher, version = reservation.version + 1
        from ${boundRows(rows, 'one (id uuid, "voucherId" uuid, voucher jsonb)')}
        where catalog_id = ${catalogId} and reservation.id = one.id and order_id is null`,
  );
}

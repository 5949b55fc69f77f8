import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import type { ReservationKey } from './reservation-store';

const keyRow = z.object({ organizationId: z.string(), id: z.string() });

/** The reservations with one of these vouchers that have expired and were neither ordered nor released. */
export async function expiredUses(
  reader: Reader,
  catalogId: string,
  voucherIds: readonly string[],
): Promise<ReservationKey[]> {
  return reader.rows(
    keyRow,
    sql`select organization_id as "organizationId", id from ticketing.reservation
        where catalog_id = ${catalogId} and voucher_id in ${boundIds(voucherIds)} and order_id is null
          and released_at is null and expires_at <= statement_timestamp()`,
  );
}

/** Ends locked reservations of a catalogue that have expired, so that their uses do not count any more. */
export async function endExpired(
  transaction: Transaction,
  catalogId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.run(
    sql`update ticketing.reservation set released_at = statement_timestamp()
        where catalog_id = ${catalogId} and id in ${boundIds(ids)} and order_id is null`,
  );
}

/**
 * Which uses count: by the database's clock; or `locked`: one that has expired counts until it is ended under its lock,
 * because it may be ordered or extended at this moment.
 */
const counting = {
  now: sql`(order_id is not null or (released_at is null and expires_at > statement_timestamp()))`,
  locked: sql`(order_id is not null or released_at is null)`,
} satisfies Record<string, SQL>;

const balanceRow = z.object({ id: z.string(), remaining: z.string() });

/**
 * What is left of the balances of vouchers, by their ids: their values, without what is taken off reservations and orders, and
 * with what came back when these were cancelled. `except`: reservations whose uses do not count.
 */
export async function readBalances(
  reader: Reader,
  catalogId: string,
  voucherIds: readonly string[],
  { uses, except = [] }: { uses: keyof typeof counting; except?: readonly string[] },
): Promise<Map<string, string>> {
  if (voucherIds.length === 0) return new Map();
  const found = await reader.rows(
    balanceRow,
    sql`select voucher.id, (voucher.value - coalesce(used.amount, 0))::numeric(14, 2)::text as remaining
        from ticketing.voucher left join (
          select voucher_id, sum(
            (select coalesce(sum(each.value::numeric), 0)
              from jsonb_array_elements_text(reservation.voucher -> 'discounts') each (value))
            - (select coalesce(sum(cancellation.returned_amount), 0) from ticketing.cancellation
              where cancellation.catalog_id = ${catalogId} and cancellation.order_id = reservation.order_id)) as amount
          from ticketing.reservation
          where catalog_id = ${catalogId} and voucher_id is not null and voucher_id in ${boundIds(voucherIds)}
            and ${counting[uses]} and id not in ${boundIds(except)}
          group by voucher_id) used on used.voucher_id = voucher.id
        where voucher.catalog_id = ${catalogId} and voucher.kind = 'balance' and voucher.id in ${boundIds(voucherIds)}`,
  );
  return new Map(found.map(({ id, remaining }) => [id, remaining]));
}

import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds, boundRows } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { counterIds, inCatalogs, lockIn } from './counter-locks';
import { unitsAtDesk } from './counts';
import { freedSeats } from './taken-seats';

// How many expired holds one statement releases: no caller has to release a long backlog of other clients' holds.
export const expiredBatch = 500;

const endedRow = z.object({
  at: z.date(),
  counterId: z.string().nullable(),
  units: z.int().nullable(),
  /** Of the units, those that a sales desk held. */
  atDesk: z.int().nullable(),
  holds: z.int().nullable(),
});

export type EndedUnits = z.infer<typeof endedRow>;

/** Releases the oldest expired holds of each locked counter, by the database's time. */
export function endExpired(transaction: Transaction, catalogId: string, ids: readonly string[]) {
  return endDue(
    transaction,
    catalogId,
    sql`select due.* from ${boundIds(ids)} asked, lateral (
          select hold_id, counter_id from ticketing.hold
          where hold.catalog_id = ${catalogId} and hold.counter_id = asked.id
            and hold.expires_at <= statement_timestamp()
          order by expires_at limit ${expiredBatch}) due`,
  );
}

/** Deletes the holds that `due` selects, subtracts their units from `held`, and frees their seats. */
function endDue(transaction: Transaction, catalogId: string, due: SQL) {
  return transaction.write(
    endedRow,
    sql`with due as (${due}),
        ended as (
          delete from ticketing.hold using due
          where hold.catalog_id = ${catalogId} and hold.hold_id = due.hold_id
            and hold.counter_id = due.counter_id
          returning hold.counter_id, hold.hold_id, hold.units, hold.seats, hold.at_desk),
        ${freedSeats(catalogId, 'ended')},
        sums as (
          select counter_id, sum(units)::int as units, ${unitsAtDesk} as at_desk, count(*)::int as holds
          from ended group by counter_id),
        given_back as (
          update ticketing.counter set held = counter.held - sums.units, desk_taken = counter.desk_taken - sums.at_desk
          from sums
          where counter.catalog_id = ${catalogId} and counter.id = sums.counter_id)
        select statement_timestamp() as at, sums.counter_id as "counterId", sums.units,
          sums.at_desk as "atDesk", sums.holds
        from (select 1) one left join sums on true`,
  );
}

const dueRow = z.object({ catalogId: z.string(), counterId: z.string(), holdId: z.string() });

/** Releases the oldest expired holds, at most `most`; resolves to how many it found. */
export async function sweepExpired(transaction: Transaction, most: number): Promise<number> {
  const due = await transaction.rows(
    dueRow,
    sql`select catalog_id as "catalogId", counter_id as "counterId", hold_id as "holdId"
        from ticketing.hold where expires_at <= statement_timestamp() order by expires_at limit ${most}`,
  );
  // A hold that another transaction extended or ended while this one waited for the locks is not changed.
  await Promise.all(
    inCatalogs(due).flatMap(([catalogId, own]) => [
      lockIn(transaction, catalogId, counterIds(own)),
      endDue(
        transaction,
        catalogId,
        sql`select hold.hold_id, hold.counter_id
            from ${boundRows(own, 'asked ("counterId" uuid, "holdId" uuid)')}
            join ticketing.hold on hold.catalog_id = ${catalogId} and hold.hold_id = asked."holdId"
              and hold.counter_id = asked."counterId"
            where hold.expires_at <= statement_timestamp()`,
      ),
    ]),
  );
  return due.length;
}

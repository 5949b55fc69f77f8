import { sql } from 'drizzle-orm';
import { boundRows } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import type { CounterUnits } from './allocate';
import { counterIds, inCatalogs, lockIn } from './counter-locks';
import type { HoldKey } from './hold-store';

/** A numbered seat that was sold to a reservation. */
export interface SoldSeat extends HoldKey {
  sessionId: string;
  seat: string;
}

/**
 * Locks counters, and returns units of them that were sold. A number of sold units that is too small becomes 0: units
 * that were sold without a limit are not counted, and if the counter gets a limit again, all are counted again. `atDesk`:
 * they were sold at a sales desk. `seats`: those of these units.
 */
export async function returnSoldUnits(
  transaction: Transaction,
  units: readonly CounterUnits[],
  { atDesk = false, seats = [] }: { atDesk?: boolean; seats?: readonly SoldSeat[] } = {},
): Promise<void> {
  await Promise.all(
    inCatalogs(units).map(([catalogId, own]) =>
      returnIn(transaction, catalogId, own, {
        atDesk,
        seats: seats.filter((seat) => seat.catalogId === catalogId),
      }),
    ),
  );
}

async function returnIn(
  transaction: Transaction,
  catalogId: string,
  units: readonly CounterUnits[],
  { atDesk, seats }: { atDesk: boolean; seats: readonly SoldSeat[] },
): Promise<void> {
  const rows = units.map((one) => ({ id: one.counterId, units: one.units }));
  const returned = boundRows(rows, 'returned (id uuid, units int)');
  const sold = boundRows(seats, 'sold ("sessionId" uuid, seat text, "holdId" uuid)');
  const freed = sql`with freed as (
    delete from ticketing.taken_seat using ${sold}
    where taken_seat.catalog_id = ${catalogId} and taken_seat.session_id = sold."sessionId"
      and taken_seat.seat = sold.seat and taken_seat.hold_id = sold."holdId") `;
  await Promise.all([
    lockIn(transaction, catalogId, counterIds(units)),
    transaction.run(
      sql`${seats.length === 0 ? sql`` : freed}update ticketing.counter
          set sold = greatest(0, counter.sold - returned.units),
            desk_taken = greatest(0, counter.desk_taken - case when ${atDesk}::boolean then returned.units else 0 end)
          from ${returned}
          where counter.catalog_id = ${catalogId} and counter.id = returned.id`,
    ),
  ]);
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';
import { lockOutHolds } from '../availability/set-capacities';
import { takenSeats } from '../availability/taken-seats';
import { InvalidRequest, type Violation } from '../http/problem';
import { jsonPath } from '../http/violations';
import { seatMap } from '../seat/seat-plan';
import type { StoredSeatPlan } from '../seat/seat-plan-store';
import type { FeedCapacity } from './feed-rows';
import type { FeedRow } from './feed-tables';

interface Reseated {
  /** The sessions that get another plan, or one for the first time, or none any more. */
  reseated: readonly string[];
  rows: readonly FeedRow<'session'>[];
  seatPlans: readonly StoredSeatPlan[];
  /** They tell where a session is in the feed. */
  capacities: readonly FeedCapacity[];
}

/**
 * Throws 422 if a session loses a seat that is held or sold, or gets a plan although tickets without a seat are. Concurrency
 * guarantee: the counters were set, and no seat is held meanwhile, and who holds one later sees the new plan.
 */
export async function checkReseated(
  transaction: Transaction,
  catalogId: string,
  { reseated, rows, seatPlans, capacities }: Reseated,
): Promise<void> {
  if (reseated.length === 0) return;
  await lockOutHolds(transaction, catalogId);
  const [taken, units] = await Promise.all([
    takenSeats(transaction, catalogId, reseated),
    takenUnits(transaction, catalogId, reseated),
  ]);
  const plans = new Map(seatPlans.map((row) => [row.id, seatMap(row).seats]));
  const violations = reseated.flatMap((id): Violation[] => {
    const session = rows.find((row) => row.id === id);
    const names = taken.get(id) ?? [];
    const planId = session?.seatPlanId;
    const seats = typeof planId === 'string' ? plans.get(planId) : undefined;
    const place = capacities.find(({ counterId }) => counterId === id)?.path ?? [];
    const path = jsonPath([...place.slice(0, -1), 'seatPlan']);
    const missing = names.find((name) => seats?.has(name) !== true);
    if (missing !== undefined) return [{ path, code: 'regex', messageKey: 'seatInUse', detail: missing }];
    const unseated = (units.get(id) ?? 0) - names.length;
    if (seats === undefined || unseated <= 0) return [];
    return [{ path, code: 'regex', messageKey: 'unseatedTickets', detail: String(unseated) }];
  });
  if (violations.length > 0) throw new InvalidRequest(violations);
}

const unitsRow = z.object({ id: z.string(), units: z.int() });

/** How many units of sessions are held or sold; expired holds that still keep units count. */
async function takenUnits(
  transaction: Transaction,
  catalogId: string,
  sessionIds: readonly string[],
): Promise<Map<string, number>> {
  const found = await transaction.rows(
    unitsRow,
    sql`select id, held + sold as units from ticketing.counter
        where catalog_id = ${catalogId} and id in ${boundIds(sessionIds)}`,
  );
  return new Map(found.map(({ id, units }) => [id, units]));
}

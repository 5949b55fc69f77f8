import { type Database, isDatabaseUnavailable, type Transaction } from '@/lib/database/database';
import { lockHolds, sellHolds } from '../availability/hold-store';
import { type Shared, sharedTransactions } from '../availability/shared-transactions';
import { holdOf } from '../reservation/reservation';
import { lockReservations, markedOrdered } from '../reservation/reservation-store';
import { decideOrders, type OrderCall, type OrderOutcome } from './decide-orders';
import { databaseNow } from '@/lib/database/database-now';
import { insertedOrders, ordersById, type WholeOrder } from './order-store';

export type SharedOrders = Shared<OrderCall, OrderOutcome>;

interface SharedOrdersContext {
  database: Database;
  newId: () => string;
}

/** Orders for many calls in one transaction, in the order in which they came. */
export function sharedOrders({ database, newId }: SharedOrdersContext): SharedOrders {
  return sharedTransactions<OrderCall, OrderOutcome>({
    isUnavailable: isDatabaseUnavailable,
    most: 100,
    work: (calls) =>
      database.transaction(async (transaction) => (await orderAll(transaction, calls, newId)).outcomes),
  });
}

/** Makes the orders of calls; `made` are those that did not exist before. */
export async function orderAll(
  transaction: Transaction,
  calls: readonly OrderCall[],
  newId: () => string,
): Promise<{ outcomes: OrderOutcome[]; made: WholeOrder[] }> {
  const keys = calls.flatMap(({ organizationId, reservationIds }) =>
    reservationIds.map((id) => ({ organizationId, id })),
  );
  const reservations = await lockReservations(transaction, keys);
  const locked = [...reservations.values()];
  // Only reservations that can be ordered: the counters of others need no lock.
  const open = locked.filter(({ orderId, expired }) => orderId === null && !expired);
  const [alive, earlier, at] = await Promise.all([
    lockHolds(transaction, open.map(holdOf)),
    earlierOrders(
      transaction,
      locked.flatMap(({ organizationId, orderId }) =>
        orderId === null ? [] : [{ organizationId, orderId }],
      ),
    ),
    databaseNow(transaction),
  ]);
  const { outcomes, made } = decideOrders(calls, { reservations, earlier, alive, at }, newId);
  if (made.length === 0) return { outcomes, made };
  await sellHolds(
    transaction,
    made.map(({ reservation }) => holdOf(reservation)),
    [...insertedOrders(made), markedOrdered(made.map(({ order }) => order))],
  );
  return { outcomes, made };
}

async function earlierOrders(
  transaction: Transaction,
  keys: readonly { organizationId: string; orderId: string }[],
): Promise<Map<string, WholeOrder>> {
  const organizations = [...new Set(keys.map(({ organizationId }) => organizationId))];
  const found = await Promise.all(
    organizations.map((organizationId) => {
      const own = keys.filter((key) => key.organizationId === organizationId);
      return ordersById(
        transaction,
        organizationId,
        own.map(({ orderId }) => orderId),
      );
    }),
  );
  return new Map(found.flat().map((whole) => [whole.order.id, whole]));
}

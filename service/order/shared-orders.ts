import { type Database, isDatabaseUnavailable, type Transaction } from '@/lib/database/database';
import { lockHolds, sellHolds } from '../availability/hold-store';
import { type Shared, sharedTransactions } from '../availability/shared-transactions';
import { byCatalog, catalogOf } from '../ids/catalog-id';
import { holdOf } from '../reservation/reservation';
import { lockReservations, markedOrdered } from '../reservation/reservation-store';
import { decideOrders, type OrderCall, type OrderOutcome } from './decide-orders';
import { insertedGiftCards } from './gift-cards';
import { insertedOrders, readOrders, type WholeOrder } from './order-store';

export type SharedOrders = Shared<OrderCall, OrderOutcome>;

interface SharedOrdersContext {
  database: Database;
  newId: () => string;
}

/** Orders for many calls in one transaction, in the order in which they came. */
export function sharedOrders({ database, newId }: SharedOrdersContext): SharedOrders {
  return sharedTransactions<OrderCall, OrderOutcome>({
    isUnavailable: isDatabaseUnavailable,
    ...(database.isDistributed ? { keysOf: catalogsOf } : {}),
    most: 100,
    work: (calls) =>
      database.transaction(async (transaction) => (await orderAll(transaction, calls, newId)).outcomes),
  });
}

/** The catalogues of a call, which may be on different servers. */
const catalogsOf = ({ reservationIds }: OrderCall) => [...new Set(reservationIds.map(catalogOf))].sort();

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
  const [{ alive, at }, ordered] = await Promise.all([
    lockHolds(transaction, open.map(holdOf)),
    readOrders(
      transaction,
      locked.flatMap(({ orderId }) => orderId ?? []),
    ),
  ]);
  const earlier = new Map(ordered.map((whole) => [whole.order.id, whole]));
  const { outcomes, made } = decideOrders(calls, { reservations, earlier, alive, at }, newId);
  if (made.length === 0) return { outcomes, made };
  await Promise.all(
    byCatalog(made, ({ order }) => order.catalogId).map(([catalogId, own]) =>
      sellHolds(
        transaction,
        catalogId,
        own.map(({ reservation }) => reservation.id),
        [
          ...insertedOrders(own),
          ...insertedGiftCards(catalogId, own),
          markedOrdered(
            catalogId,
            own.map(({ order }) => order),
          ),
        ],
      ),
    ),
  );
  return { outcomes, made };
}

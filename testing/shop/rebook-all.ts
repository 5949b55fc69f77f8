import { eq } from 'drizzle-orm';
import { changedOrderTable } from '@/lib/shop/tables/event-change-table';
import { processEventChange } from '@/lib/shop/flows/event-change/process-event-change';
import { readOrders } from '@/lib/shop/data/order-store';
import { processCheckout } from '@/lib/shop/flows/order/process-checkout';
import { type Crash, crashingContext } from '@/testing/faults/crash-injection';
import { cancellationBooks, type Ordered, statesOf } from './cancellations';
import { sessionOfOrder, severalOrders, startFor, untilDone } from './event-changes';
import type { TestShop } from './test-shop';

/** Starts rebooking all who have tickets of an order's session to a session, by its path. */
export async function startRebooking(shop: TestShop, ordered: Ordered | undefined, target: string) {
  if (ordered === undefined) throw new Error('nothing was ordered');
  return startFor(shop, await sessionOfOrder(shop, ordered), 'rebook', { target });
}

/** The new booking for which tickets of an order were exchanged; null: none. */
export async function bookedInstead(shop: TestShop, ordered: Ordered) {
  const { rows } = await cancellationBooks(shop, ordered);
  const [id, ...more] = rows.flatMap(({ rebookedTo }) => rebookedTo ?? []);
  if (more.length > 0) throw new Error('tickets of one order were exchanged several times');
  if (id === undefined) return null;
  const items = (await readOrders(shop.context.database, id)).flatMap(({ data }) => data.items);
  const sessions = items.flatMap(({ offerTickets }) => offerTickets.map(({ session }) => session));
  return { id, state: await shop.state(id), quantities: items.map(({ quantity }) => quantity), sessions };
}

/** How many reservations hold places and belong to no order. */
export function heldInVain({ ticketing }: TestShop): number {
  return [...ticketing.reservations.values()].filter(
    ({ order, expiresAt }) => order === null && Date.parse(expiresAt) > Date.now(),
  ).length;
}

/** What the books say when each order was exchanged once for another one of the same price. */
export const exchangedOnce = {
  state: 'ordered',
  rows: ['done'],
  cancelled: 2,
  refunded: '0.00',
  orders: 2,
  held: 0,
};

/** What the books say about each order; `orders` and `held` of the whole shop, per order. */
export function rebookingBooks(shop: TestShop, made: readonly Ordered[]) {
  return Promise.all(
    made.map(async (ordered) => {
      const { rows, cancelled, refunded } = await cancellationBooks(shop, ordered);
      const instead = await bookedInstead(shop, ordered);
      return {
        state: instead?.state,
        rows: statesOf(rows),
        cancelled: cancelled.length,
        refunded,
        orders: shop.ticketing.orders.length / made.length,
        held: heldInVain(shop),
      };
    }),
  );
}

/** Rebooks one order in a process that crashes; another one goes on. `calls`: of the process, as far as it came. */
export async function rebookWithCrash(shop: TestShop, crash: Crash) {
  shop.reset();
  shop.ticketing.hasFilters = true;
  const made = await severalOrders(shop, 1);
  const id = (await startRebooking(shop, made[0], shop.ticketing.programme[1]?.session ?? '')) ?? '';
  const { context, calls, hasCrashed, outcome } = crashingContext(shop.context, crash);
  const act = async () => {
    await processEventChange(context, id, 0);
    const named = await shop.context.database.db
      .select({ to: changedOrderTable.rebookedTo })
      .from(changedOrderTable)
      .where(eq(changedOrderTable.changeId, id));
    for (const { to } of named) await processCheckout(context, to ?? '');
    await processEventChange(context, id, 0);
  };
  await outcome(act());
  const progress = await untilDone(shop, id);
  const [books] = await rebookingBooks(shop, made);
  return { calls, hasCrashed: hasCrashed(), progress, books };
}

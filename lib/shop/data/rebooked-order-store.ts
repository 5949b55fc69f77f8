import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../database/database';
import { accessTable } from '../tables/access-table';
import type { State } from '../values/checkout-state';
import { checkoutTable } from '../tables/checkout-table';
import { type ChangedOrder, changedOrderTable, type EventChange } from '../tables/event-change-table';
import { leaveToStaff } from './changed-order-tasks';

const { changeId, orderId, checkoutId, state, rebookedTo } = changedOrderTable;

type Key = Pick<ChangedOrder, 'changeId' | 'orderId'>;

const isIt = (key: Key) => and(eq(changeId, key.changeId), eq(orderId, key.orderId));

/**
 * Names the checkout for which the tickets of an order are exchanged, instead of `earlier`. Null: another worker was
 * first. Concurrency guarantee: one conditional UPDATE, so there is one name at a time.
 */
export async function nameRebooking(
  { db }: Transaction,
  order: Key,
  { id, earlier }: { id: string; earlier: string | null },
): Promise<Date | null> {
  const [named] = await db
    .update(changedOrderTable)
    .set({ rebookedTo: id, askedAt: sql`clock_timestamp()` })
    .where(
      and(isIt(order), eq(state, 'waiting'), earlier === null ? isNull(rebookedTo) : eq(rebookedTo, earlier)),
    )
    .returning({ askedAt: changedOrderTable.askedAt });
  return named?.askedAt ?? null;
}

/** The row, locked until the transaction ends. */
export async function lockChangedOrder({ db }: Transaction, order: Key): Promise<ChangedOrder | null> {
  const [found] = await db.select().from(changedOrderTable).where(isIt(order)).for('update');
  return found ?? null;
}

/** Whether a checkout was made by the work for an event, not by its customer. */
export async function isOfEventChange({ db }: Reader, id: string): Promise<boolean> {
  return (await db.$count(changedOrderTable, eq(rebookedTo, id))) > 0;
}

export interface Placed {
  order: ChangedOrder;
  /** Of the new booking. */
  state: State;
  reason: string | null;
}

/** Orders whose new bookings were placed and are not being processed any more. */
export function settledBookings(
  { db }: Reader,
  { id }: Pick<EventChange, 'id'>,
  most: number,
): Promise<Placed[]> {
  return db
    .select({ order: changedOrderTable, state: checkoutTable.state, reason: checkoutTable.reason })
    .from(changedOrderTable)
    .innerJoin(checkoutTable, eq(checkoutTable.id, rebookedTo))
    .where(
      and(
        eq(changeId, id),
        eq(state, 'placed'),
        sql`${checkoutTable.state} not in ('held', 'paying', 'paid', 'ordering')`,
      ),
    )
    .orderBy(checkoutId)
    .limit(most);
}

/** Stores what has become of a new booking. False when another worker was first. */
export async function saveSettled(
  transaction: Transaction,
  order: Key & Pick<ChangedOrder, 'checkoutId'>,
  result: Pick<ChangedOrder, 'state'> & Partial<Pick<ChangedOrder, 'problem'>>,
): Promise<boolean> {
  const saved = await transaction.db
    .update(changedOrderTable)
    .set(result)
    .where(and(isIt(order), eq(state, 'placed')))
    .returning({ orderId });
  if (saved.length === 0) return false;
  if (result.state === 'attention') await leaveToStaff(transaction, order, result.problem ?? null);
  return true;
}

/** The browsers that may see the earlier booking may see the new one, too. */
export async function shareAccess(
  { db }: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { tokenHash } = accessTable;
  const known = await db.select({ tokenHash }).from(accessTable).where(eq(accessTable.checkoutId, from));
  if (known.length === 0) return;
  await db
    .insert(accessTable)
    .values(known.map((one) => ({ ...one, checkoutId: to, grantedAt: sql`clock_timestamp()` })))
    .onConflictDoNothing();
}

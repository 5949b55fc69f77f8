import { and, desc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf } from '../../database/conditions';
import { json, type Reader, type Transaction } from '../../database/database';
import { cancellationProblems } from '../tables/cancellation-table';
import type { Hold } from '../rules/checkout';
import { holdTable, placedOrderTable } from '../tables/checkout-table';
import {
  type ChangedOrder,
  changedOrderProblems,
  changedOrderTable,
  type EventChange,
  eventChangeTable,
} from '../tables/event-change-table';
import { refundProblems } from '../tables/refund-table';
import { leaveRefused, leaveToStaff } from './changed-order-tasks';
import { addJob, endJob } from './job-store';

const now = sql`clock_timestamp()`;

type NewEventChange = Pick<
  EventChange,
  | 'id'
  | 'catalogId'
  | 'eventId'
  | 'sessionId'
  | 'eventName'
  | 'timezone'
  | 'occursAt'
  | 'action'
  | 'message'
  | 'staff'
> &
  Partial<Pick<EventChange, 'targetId' | 'targetOccursAt'>>;

/** False when another one of the same session is running. */
export async function insertEventChange(transaction: Transaction, row: NewEventChange): Promise<boolean> {
  const inserted = await transaction.db
    .insert(eventChangeTable)
    .values({ ...row, state: 'searching', createdAt: now })
    .onConflictDoNothing()
    .returning({ id: eventChangeTable.id });
  const [made] = inserted;
  if (made === undefined) return false;
  await addJob(transaction, 'event_change', made.id);
  return true;
}

export async function findEventChange({ db }: Reader, id: string): Promise<EventChange | null> {
  const [found] = await db.select().from(eventChangeTable).where(eq(eventChangeTable.id, id));
  return found ?? null;
}

/** What was reserved for one of these orders; null: the shop has made none of them. */
export async function findHold({ db }: Reader, orderIds: readonly string[]): Promise<Hold | null> {
  const [found] = await db
    .select({ hold: holdTable })
    .from(placedOrderTable)
    .innerJoin(holdTable, eq(holdTable.reservationId, placedOrderTable.reservationId))
    .where(isOneOf(placedOrderTable.id, orderIds))
    .limit(1);
  return found?.hold ?? null;
}

/** The newest first. */
export async function readEventChanges({ db }: Reader, most: number): Promise<EventChange[]> {
  return db.select().from(eventChangeTable).orderBy(desc(eventChangeTable.createdAt)).limit(most);
}

/** The latest change of a session of which a checkout has tickets, or for which they were exchanged; null: none. */
export async function readLatestChange({ db }: Reader, checkoutId: string): Promise<EventChange | null> {
  const [found] = await db
    .select({ change: eventChangeTable })
    .from(changedOrderTable)
    .innerJoin(eventChangeTable, eq(eventChangeTable.id, changedOrderTable.changeId))
    .where(or(eq(changedOrderTable.checkoutId, checkoutId), eq(changedOrderTable.rebookedTo, checkoutId)))
    .orderBy(desc(eventChangeTable.createdAt))
    .limit(1);
  return found?.change ?? null;
}

/**
 * Adds orders that the shop has made, and moves to the next page. Concurrency guarantee: an order is added once to each
 * change, and a page that another worker has moved past is not moved back.
 */
export async function addOrders(
  transaction: Transaction,
  { id, page }: Pick<EventChange, 'id' | 'page'>,
  orderIds: readonly string[],
  isLastPage: boolean,
): Promise<number> {
  const added = await transaction.run(
    sql`insert into storefront.event_change_order (change_id, order_id, checkout_id, state)
        select ${id}::uuid, placed.id, placed.checkout_id, 'waiting'
        from jsonb_array_elements_text(${json(orderIds)}) as listed (id)
          join storefront.placed_order placed on placed.id = listed.id::uuid
        on conflict do nothing`,
  );
  await transaction.run(
    isLastPage
      ? sql`update storefront.event_change set state = 'working' where id = ${id} and state = 'searching'`
      : sql`update storefront.event_change set page = page + 1 where id = ${id} and page = ${page}`,
  );
  return added;
}

/** Orders for which nothing was done yet, those that were tried least first. */
export async function waitingOrders(
  { db }: Reader,
  { id }: Pick<EventChange, 'id'>,
  most: number,
): Promise<ChangedOrder[]> {
  return db
    .select()
    .from(changedOrderTable)
    .where(and(eq(changedOrderTable.changeId, id), eq(changedOrderTable.state, 'waiting')))
    .orderBy(changedOrderTable.tries, changedOrderTable.orderId)
    .limit(most);
}

type Result = Partial<Pick<ChangedOrder, 'state' | 'problem' | 'cancellationId'>>;

/** Stores what was done. False when another worker was first. */
export async function saveOrderResult(
  transaction: Transaction,
  order: Pick<ChangedOrder, 'changeId' | 'orderId' | 'checkoutId'>,
  result: Result,
): Promise<boolean> {
  const { changeId, orderId } = order;
  const saved = await transaction.db
    .update(changedOrderTable)
    .set({ ...result, tries: sql`${changedOrderTable.tries} + 1` })
    .where(
      and(
        eq(changedOrderTable.changeId, changeId),
        eq(changedOrderTable.orderId, orderId),
        eq(changedOrderTable.state, 'waiting'),
      ),
    )
    .returning({ orderId: changedOrderTable.orderId });
  if (saved.length === 0) return false;
  if (result.state === 'attention') await leaveToStaff(transaction, order, result.problem ?? null);
  if (typeof result.cancellationId === 'string') await leaveRefused(transaction, result.cancellationId);
  return true;
}

const progressRow = z.object({
  found: z.int(),
  waiting: z.int(),
  refunding: z.int(),
  refunded: z.int(),
  rebooking: z.int(),
  rebooked: z.int(),
  notified: z.int(),
  nothing: z.int(),
  attention: z.int(),
  settled: z.int(),
  amount: z.string(),
});
export type EventChangeProgress = z.infer<typeof progressRow>;

/** The open task of an order, its cancellation, and what its refunds have come to. `refunded`: less than the service's amount if some was given back before. */
const withRefunds = sql`left join storefront.task task
    on task.kind = 'changed_order' and task.key = one.change_id || '/' || one.order_id and task.closed_at is null
  left join storefront.cancellation cancellation on cancellation.id = one.cancellation_id
  left join lateral (
    select bool_or(state in ('planned', 'due')) as is_open, bool_or(state = 'failed') as is_failed,
      max(problem) filter (where state = 'failed') as problem,
      sum(amount) filter (where state in ('done', 'settled')) as refunded
    from storefront.refund where refund.cancellation_id = one.cancellation_id) refund on true`;
const isFailed = sql`coalesce(refund.is_failed, false)`;
const isRefunding = sql`(cancellation.state <> 'refused' and not ${isFailed}
  and (cancellation.state = 'requested' or coalesce(refund.is_open, false)))`;
const needsStaff = sql`(task.id is not null or ${isFailed})`;

/**
 * How many orders were found, and what has become of them. `attention`: staff have to look; `settled`: they have dealt with it.
 * `amount`: what was refunded, in EUR.
 */
export async function readProgress(
  reader: Reader,
  { id }: Pick<EventChange, 'id'>,
): Promise<EventChangeProgress> {
  const [progress] = await reader.rows(
    progressRow,
    sql`select count(*)::int as found,
          count(*) filter (where one.state = 'waiting')::int as waiting,
          count(*) filter (where ${isRefunding})::int as refunding,
          count(*) filter (
            where cancellation.state <> 'refused' and not ${isRefunding} and not ${isFailed})::int as refunded,
          count(*) filter (where one.state = 'placed')::int as rebooking,
          count(*) filter (where one.state = 'rebooked')::int as rebooked,
          count(*) filter (where one.state = 'notified')::int as notified,
          count(*) filter (where one.state = 'nothing')::int as nothing,
          count(*) filter (where ${needsStaff})::int as attention,
          count(*) filter (
            where (one.state = 'attention' or cancellation.state = 'refused') and not ${needsStaff})::int as settled,
          coalesce(sum(refund.refunded), 0)::numeric(14,2)::text as amount
        from storefront.event_change_order one ${withRefunds}
        where one.change_id = ${id}`,
  );
  if (progress === undefined) throw new Error('a count has no row');
  return progress;
}

const openRow = z.object({
  checkoutId: z.string(),
  reference: z.string(),
  problem: z.enum([...changedOrderProblems, ...cancellationProblems, ...refundProblems]).nullable(),
});
export type OpenOrder = z.infer<typeof openRow>;

/** Orders that staff have to look at. */
export function ordersInAttention(
  reader: Reader,
  { id }: Pick<EventChange, 'id'>,
  most: number,
): Promise<OpenOrder[]> {
  return reader.rows(
    openRow,
    sql`select one.checkout_id as "checkoutId", checkout.reference,
          coalesce(one.problem, cancellation.problem, refund.problem) as problem
        from storefront.event_change_order one
          join storefront.checkout checkout on checkout.id = one.checkout_id
          ${withRefunds}
        where one.change_id = ${id} and ${needsStaff}
        order by checkout.created_at limit ${most}`,
  );
}

/** Nothing is left to do. */
export async function endEventChange(
  transaction: Transaction,
  { id }: Pick<EventChange, 'id'>,
): Promise<void> {
  const ended = await transaction.db
    .update(eventChangeTable)
    .set({ state: 'done', endedAt: now })
    .where(and(eq(eventChangeTable.id, id), eq(eventChangeTable.state, 'working')))
    .returning({ id: eventChangeTable.id });
  if (ended.length === 1) await endJob(transaction, 'event_change', id);
}

/** Searches again, from the last page on: tickets that were held may have been paid meanwhile. */
export async function searchAgain(transaction: Transaction, id: string): Promise<boolean> {
  const changed = await transaction.db
    .update(eventChangeTable)
    .set({ state: 'searching', endedAt: null })
    .where(and(eq(eventChangeTable.id, id), eq(eventChangeTable.state, 'done')))
    .returning({ id: eventChangeTable.id });
  const [again] = changed;
  if (again === undefined) return false;
  await addJob(transaction, 'event_change', again.id);
  return true;
}

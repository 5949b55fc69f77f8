import { and, eq, ne } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { catalogOf } from '../ids/catalog-id';
import { areOf } from '../catalog/in-catalogs';
import type { StoredItemTicket, StoredOrder } from './order';
import { itemTicketTable } from './order-table';

const { catalogId, id: ticketId, orderId, status, updatedAt: changedAt } = itemTicketTable;

/** What identifies an order. */
type OrderKey = Pick<StoredOrder, 'catalogId' | 'id'>;

const isTicket = (id: string) => and(eq(catalogId, catalogOf(id)), eq(ticketId, id));
const isOfOrder = (order: OrderKey) => and(eq(catalogId, order.catalogId), eq(orderId, order.id));

/** The tickets of an organization's orders that were used or cancelled. */
export async function ticketsNotValid(
  { db }: Reader,
  organizationId: string,
  orderIds: readonly string[],
): Promise<Pick<StoredItemTicket, 'id' | 'status'>[]> {
  return db
    .select({ id: ticketId, status })
    .from(itemTicketTable)
    .where(
      and(
        areOf(catalogId, orderId, orderIds),
        eq(itemTicketTable.organizationId, organizationId),
        ne(status, 'valid'),
      ),
    );
}

/** Locks a ticket of an organization until the transaction ends. */
export async function lockTicket({ db }: Transaction, organizationId: string, id: string): Promise<void> {
  await db
    .select({ ticketId })
    .from(itemTicketTable)
    .where(and(isTicket(id), eq(itemTicketTable.organizationId, organizationId)))
    .for('update');
}

/** Locks all tickets of an order until the transaction ends. */
export async function lockTickets({ db }: Transaction, order: OrderKey): Promise<void> {
  await db.select({ ticketId }).from(itemTicketTable).where(isOfOrder(order)).orderBy(ticketId).for('update');
}

/**
 * Whether the tickets of an order are still as they were read. Concurrency guarantee: they stay so until the
 * transaction ends, because a patch locks its ticket before it changes it.
 */
export async function areUnchanged(
  { db }: Transaction,
  order: OrderKey,
  seen: readonly Pick<StoredItemTicket, 'id' | 'updatedAt'>[],
): Promise<boolean> {
  const now = await db
    .select({ id: ticketId, updatedAt: changedAt })
    .from(itemTicketTable)
    .where(isOfOrder(order))
    .orderBy(ticketId)
    .for('share');
  const versions = new Map(now.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
  return (
    versions.size === seen.length &&
    seen.every(({ id, updatedAt }) => versions.get(id) === updatedAt.getTime())
  );
}

/**
 * Writes the changes of a patch to a locked ticket. Concurrency guarantee: only the first request redeems it,
 * because the state was read after the lock was taken.
 */
export async function updateTicket(
  { db }: Transaction,
  { id, holder, answers, status, redeemedAt, updatedAt }: StoredItemTicket,
): Promise<void> {
  await db
    .update(itemTicketTable)
    .set({ holder, answers, status, redeemedAt, updatedAt })
    .where(isTicket(id));
}

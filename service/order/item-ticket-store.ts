import { and, eq, ne } from 'drizzle-orm';
import { isOneOf } from '@/lib/database/conditions';
import type { Reader, Transaction } from '@/lib/database/database';
import type { StoredItemTicket } from './order';
import { itemTicketTable } from './order-table';

const { organizationId: ofOrganization, id: ticketId, updatedAt: changedAt } = itemTicketTable;

const isTicket = (organizationId: string, id: string) =>
  and(eq(ofOrganization, organizationId), eq(ticketId, id));

/** The tickets of an organization's orders that were used or cancelled. */
export function ticketsNotValid(
  { db }: Reader,
  organizationId: string,
  orderIds: readonly string[],
): Promise<Pick<StoredItemTicket, 'id' | 'status'>[]> {
  const { orderId, status } = itemTicketTable;
  return db
    .select({ id: ticketId, status })
    .from(itemTicketTable)
    .where(and(eq(ofOrganization, organizationId), isOneOf(orderId, orderIds), ne(status, 'valid')));
}

/** Locks a ticket until the transaction ends. */
export async function lockTicket({ db }: Transaction, organizationId: string, id: string): Promise<void> {
  await db.select({ ticketId }).from(itemTicketTable).where(isTicket(organizationId, id)).for('update');
}

/** Locks all tickets of an order until the transaction ends. */
export async function lockTickets(
  { db }: Transaction,
  organizationId: string,
  orderId: string,
): Promise<void> {
  await db
    .select({ ticketId })
    .from(itemTicketTable)
    .where(and(eq(ofOrganization, organizationId), eq(itemTicketTable.orderId, orderId)))
    .orderBy(ticketId)
    .for('update');
}

/**
 * Whether the tickets of an order are still as they were read. Concurrency guarantee: they stay so until the
 * transaction ends, because a patch locks its ticket before it changes it.
 */
export async function areUnchanged(
  { db }: Transaction,
  organizationId: string,
  orderId: string,
  seen: readonly Pick<StoredItemTicket, 'id' | 'updatedAt'>[],
): Promise<boolean> {
  const now = await db
    .select({ id: ticketId, updatedAt: changedAt })
    .from(itemTicketTable)
    .where(and(eq(ofOrganization, organizationId), eq(itemTicketTable.orderId, orderId)))
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
  organizationId: string,
  { id, holder, answers, status, redeemedAt, updatedAt }: StoredItemTicket,
): Promise<void> {
  await db
    .update(itemTicketTable)
    .set({ holder, answers, status, redeemedAt, updatedAt })
    .where(isTicket(organizationId, id));
}

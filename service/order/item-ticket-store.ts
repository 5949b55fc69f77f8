import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Transaction } from '@/lib/database/database';
import type { StoredItemTicket } from './order';

/** Locks a ticket until the transaction ends. */
export async function lockTicket(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<void> {
  await transaction.run(
    sql`select from ticketing.item_ticket where organization_id = ${organizationId} and id = ${id} for update`,
  );
}

const versionRow = z.object({ id: z.string(), updatedAt: z.date() });

/**
 * Whether the tickets of an order are as they were read. Race promise: they stay so until the transaction ends, because
 * a patch locks its ticket before it changes it.
 */
export async function areUnchanged(
  transaction: Transaction,
  organizationId: string,
  orderId: string,
  seen: readonly Pick<StoredItemTicket, 'id' | 'updatedAt'>[],
): Promise<boolean> {
  const now = await transaction.write(
    versionRow,
    sql`select id, updated_at as "updatedAt" from ticketing.item_ticket
        where organization_id = ${organizationId} and order_id = ${orderId} order by id for share`,
  );
  const versions = new Map(now.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
  return (
    versions.size === seen.length &&
    seen.every(({ id, updatedAt }) => versions.get(id) === updatedAt.getTime())
  );
}

/**
 * Writes what a patch changed of a locked ticket. Race promise: it is redeemed by the first that asks, because the
 * state was read after the lock was taken.
 */
export async function updateTicket(
  transaction: Transaction,
  organizationId: string,
  ticket: StoredItemTicket,
): Promise<void> {
  await transaction.run(
    sql`update ticketing.item_ticket
        set holder = ${json(ticket.holder)}, answers = ${json(ticket.answers)}, status = ${ticket.status},
          redeemed_at = ${ticket.redeemedAt?.toISOString() ?? null}::timestamptz,
          updated_at = ${ticket.updatedAt.toISOString()}::timestamptz
        where organization_id = ${organizationId} and id = ${ticket.id}`,
  );
}

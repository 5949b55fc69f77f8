import { sql } from 'drizzle-orm';
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

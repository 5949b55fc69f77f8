import { and, eq, getTableColumns } from 'drizzle-orm';
import { bulkInsert } from '@/lib/database/bulk-insert';
import { isOneOf } from '@/lib/database/conditions';
import type { Transaction } from '@/lib/database/database';
import type { StoredCancellation } from './order';
import { cancellationTable, itemTicketTable } from './order-table';

const insert = bulkInsert(cancellationTable, getTableColumns(cancellationTable));

/**
 * Writes a cancellation, and voids its locked tickets. Concurrency guarantee: the caller holds the locks of the
 * order's reservation and tickets, under which it has read that none of them was cancelled before.
 */
export async function insertCancellation(
  transaction: Transaction,
  cancellation: StoredCancellation,
  ticketIds: readonly string[],
): Promise<void> {
  const { catalogId, createdAt } = cancellation;
  await Promise.all([
    transaction.run(insert([cancellation])),
    transaction.db
      .update(itemTicketTable)
      .set({ status: 'cancelled', updatedAt: createdAt })
      .where(and(eq(itemTicketTable.catalogId, catalogId), isOneOf(itemTicketTable.id, ticketIds))),
  ]);
}

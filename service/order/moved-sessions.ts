import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundIds } from '@/lib/database/bound-rows';
import type { Transaction } from '@/lib/database/database';

const fileRow = z.object({ storageKey: z.string() });

/**
 * Deletes the entries of the files that show sessions of a catalogue as they were before, so that the next request renders them again.
 * Resolves to their storage keys.
 */
export async function forgetFilesOfSessions(
  transaction: Transaction,
  catalogId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const forgotten = await transaction.write(
    fileRow,
    sql`delete from ticketing.document_file file
        using (
          select distinct booking_order.document_id
          from ticketing.item_ticket
            join ticketing.booking_order on booking_order.catalog_id = item_ticket.catalog_id
              and booking_order.id = item_ticket.order_id
          where item_ticket.catalog_id = ${catalogId} and item_ticket.session_id in ${boundIds(sessionIds)}) concerned
        where file.catalog_id = ${catalogId} and file.document_id = concerned.document_id
        returning file.storage_key as "storageKey"`,
  );
  return forgotten.map(({ storageKey }) => storageKey);
}

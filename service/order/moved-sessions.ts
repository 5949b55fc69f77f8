import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Transaction } from '@/lib/database/database';

const fileRow = z.object({ storageKey: z.string() });

/**
 * Deletes the entries of the files that show the former time of sessions, so that the next request renders them again.
 * Resolves to their storage keys.
 */
export async function forgetFilesOfSessions(
  transaction: Transaction,
  sessionIds: readonly string[],
): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const forgotten = await transaction.write(
    fileRow,
    sql`delete from ticketing.document_file file
        using (
          select distinct booking_order.organization_id, booking_order.document_id
          from ticketing.item_ticket
            join ticketing.booking_order on booking_order.organization_id = item_ticket.organization_id
              and booking_order.id = item_ticket.order_id
          where item_ticket.session_id in (
            select id::uuid from jsonb_array_elements_text(${json(sessionIds)}) as moved (id))) concerned
        where file.organization_id = concerned.organization_id and file.document_id = concerned.document_id
        returning file.storage_key as "storageKey"`,
  );
  return forgotten.map(({ storageKey }) => storageKey);
}

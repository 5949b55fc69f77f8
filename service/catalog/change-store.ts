import { sql } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { changeTable } from './change-table';

export type StoredChange = typeof changeTable.$inferSelect;

/** Adds a line to the log of a catalogue, in the transaction that makes the change. */
export async function recordChange({ db }: Transaction, change: Omit<StoredChange, 'at'>): Promise<void> {
  await db.insert(changeTable).values({ ...change, at: sql`statement_timestamp()` });
}

const columns = rowColumns(columnsExcept(changeTable, []));

/** One page of the log of a catalogue, the newest line first, and how many there are. */
export async function pageOfChanges(
  reader: Reader,
  catalogId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; changes: StoredChange[] }> {
  const { total, rows: changes } = await readPage(reader, columns, {
    from: sql`ticketing.catalog_change`,
    where: sql`catalog_id = ${catalogId}`,
    sortedBy: sql`at desc, id desc`,
    skip,
    size,
  });
  return { total, changes };
}

import { sql } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns } from '@/lib/database/row-columns';
import { importTable } from './import-table';

export type StoredImport = typeof importTable.$inferSelect;

/** Adds an import to the history of its catalogue. */
export async function recordImport(
  { db }: Transaction,
  record: Omit<typeof importTable.$inferInsert, 'at'>,
): Promise<void> {
  await db.insert(importTable).values({ ...record, at: sql`statement_timestamp()` });
}

const columns = rowColumns(columnsExcept(importTable, []));

/** One page of the history of a catalogue, the newest import first, and how many there are. */
export async function pageOfImports(
  reader: Reader,
  catalogId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; imports: StoredImport[] }> {
  const { total, rows: imports } = await readPage(reader, columns, {
    from: sql`ticketing.feed_import`,
    where: sql`catalog_id = ${catalogId}`,
    sortedBy: sql`at desc, id desc`,
    skip,
    size,
  });
  return { total, imports };
}

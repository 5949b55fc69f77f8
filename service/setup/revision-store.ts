import { sql } from 'drizzle-orm';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import { revisionTable } from './revision-table';

const headFields = columnsExcept(revisionTable, ['feed']);
const headColumns = rowColumns(headFields);
const wholeColumns = rowColumns(columnsExcept(revisionTable, []));

/** A revision without its feed. */
export type RevisionHead = RowOf<typeof headFields>;
export type Revision = typeof revisionTable.$inferSelect;

/** Older ones are deleted. */
export const mostRevisions = 100;

/** Adds a revision, under the lock of its catalogue. */
export async function insertRevision(
  transaction: Transaction,
  { catalogId, ...added }: Omit<Revision, 'number' | 'at'>,
): Promise<RevisionHead> {
  const [made] = await transaction.returning(
    headColumns,
    (list) => sql`with catalog_revision as (
        insert into ticketing.catalog_revision (catalog_id, id, number, at, actor, reason, feed, hash)
        select ${catalogId}::uuid, ${added.id}::uuid, coalesce(max(number), 0) + 1, statement_timestamp(),
          ${added.actor}::text, ${added.reason}::text, ${added.feed}::text, ${added.hash}::text
        from ticketing.catalog_revision where catalog_id = ${catalogId} returning *)
      select ${list} from catalog_revision`,
  );
  if (made === undefined) throw new Error('no revision was added');
  await transaction.run(
    sql`delete from ticketing.catalog_revision
        where catalog_id = ${catalogId} and number <= ${made.number - mostRevisions}::int`,
  );
  return made;
}

/** One page of a catalogue's revisions, the newest first. */
export async function pageOfRevisions(
  reader: Reader,
  catalogId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; rows: RevisionHead[] }> {
  return readPage(reader, headColumns, {
    from: sql`ticketing.catalog_revision`,
    where: sql`catalog_id = ${catalogId}`,
    sortedBy: sql`number desc`,
    skip,
    size,
  });
}

export async function findRevisionHead(
  reader: Reader,
  catalogId: string,
  id: string,
): Promise<RevisionHead | null> {
  const [found] = await reader.read(
    headColumns,
    sql`from ticketing.catalog_revision where catalog_id = ${catalogId} and id = ${id}`,
  );
  return found ?? null;
}

export async function findRevision(reader: Reader, catalogId: string, id: string): Promise<Revision | null> {
  const [found] = await reader.read(
    wholeColumns,
    sql`from ticketing.catalog_revision where catalog_id = ${catalogId} and id = ${id}`,
  );
  return found ?? null;
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Reader, Single, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { columnsExcept, rowColumns, type RowOf } from '@/lib/database/row-columns';
import { draftTable } from './draft-table';

const headFields = columnsExcept(draftTable, ['feed']);
const headColumns = rowColumns(headFields);
const wholeColumns = rowColumns(columnsExcept(draftTable, []));

/** A draft without its feed. */
export type DraftHead = RowOf<typeof headFields>;

export type Draft = typeof draftTable.$inferSelect;

type Place = Pick<Draft, 'catalogId' | 'organizationId'>;

const at = ({ catalogId, organizationId }: Place) =>
  sql`catalog_id = ${catalogId} and organization_id = ${organizationId}`;

/** Null if there is none, or if it is of another organization. */
export async function findDraftHead(reader: Reader, place: Place): Promise<DraftHead | null> {
  const [found] = await reader.read(headColumns, sql`from ticketing.catalog_draft where ${at(place)}`);
  return found ?? null;
}

export async function findDraft(reader: Reader, place: Place): Promise<Draft | null> {
  const [found] = await reader.read(wholeColumns, sql`from ticketing.catalog_draft where ${at(place)}`);
  return found ?? null;
}

/** One page of an organization's drafts in the order of their keys. */
export async function pageOfDrafts(
  reader: Reader,
  organizationId: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ total: number; rows: DraftHead[] }> {
  return readPage(reader, headColumns, {
    from: sql`ticketing.catalog_draft`,
    where: sql`organization_id = ${organizationId}`,
    sortedBy: sql`key, catalog_id`,
    skip,
    size,
  });
}

/** What a person writes into a draft. */
export type Content = Pick<Draft, 'name' | 'feed' | 'hash' | 'actor' | 'reason'>;

/** False if the catalogue has a draft already. */
export async function insertDraft(
  { single }: Database,
  draft: Place & Content & Pick<Draft, 'key'>,
): Promise<boolean> {
  const now = sql`statement_timestamp()`;
  const made = await single.db
    .insert(draftTable)
    .values({ ...draft, version: 1, createdAt: now, changedAt: now })
    .onConflictDoNothing()
    .returning({ id: draftTable.catalogId });
  return made.length > 0;
}

const versionRow = z.object({ version: z.int() });
type Seen = Place & Pick<Draft, 'version' | 'createdAt'>;

/** This version of this draft: another one of the catalogue begins with version 1 again. `createdAt` is read in milliseconds. */
const asSeen = ({ version, createdAt, ...place }: Seen) =>
  sql`${at(place)} and version = ${version}
    and date_trunc('milliseconds', created_at) = ${createdAt.toISOString()}::timestamptz`;

/** False if the draft has another version by now, or is gone. */
export async function updateDraft(
  single: Single,
  seen: Seen,
  { name, feed, hash, actor, reason }: Content,
): Promise<boolean> {
  const changed = await single.write(
    versionRow,
    sql`update ticketing.catalog_draft set name = ${name}, feed = ${feed}, hash = ${hash}, actor = ${actor},
          reason = ${reason}, version = version + 1, changed_at = statement_timestamp()
        where ${asSeen(seen)} returning version`,
  );
  return changed.length > 0;
}

/** False if the draft has another version by now, or is gone. */
export async function deleteDraft(to: Pick<Transaction, 'write'>, seen: Seen): Promise<boolean> {
  const gone = await to.write(
    versionRow,
    sql`delete from ticketing.catalog_draft where ${asSeen(seen)} returning version`,
  );
  return gone.length > 0;
}

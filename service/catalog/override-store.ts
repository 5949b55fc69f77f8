import { and, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '@/lib/database/bound-rows';
import type { Reader, Transaction } from '@/lib/database/database';
import { readPage } from '@/lib/database/read-page';
import { rowColumns, columnsExcept } from '@/lib/database/row-columns';
import { overrideTable } from './override-table';

/** An override as it is stored. */
export type StoredOverride = typeof overrideTable.$inferSelect;

const columns = columnsExcept(overrideTable, []);
const pageColumns = rowColumns(columns);

/** One page of a catalogue's overrides, the newest first, and how many there are. */
export async function pageOfOverrides(
  reader: Reader,
  catalogId: string,
  { skip, size, condition }: { skip: number; size: number; condition: SQL },
): Promise<{ total: number; overrides: StoredOverride[] }> {
  const { total, rows: overrides } = await readPage(reader, pageColumns, {
    from: sql`ticketing.catalog_override`,
    where: sql`catalog_id = ${catalogId} and ${condition}`,
    sortedBy: sql`created_at desc, id desc`,
    skip,
    size,
  });
  return { total, overrides };
}

type OverrideKey = Pick<StoredOverride, 'catalogId' | 'kind' | 'subjectId' | 'fromDay'>;

/** The override of the same kind and subject, and of the same first day, if there is one. */
export async function findOverride(
  { db }: Reader,
  { catalogId, kind, subjectId, fromDay }: OverrideKey,
): Promise<StoredOverride | null> {
  const [found] = await db
    .select()
    .from(overrideTable)
    .where(
      and(
        eq(overrideTable.catalogId, catalogId),
        eq(overrideTable.kind, kind),
        eq(overrideTable.subjectId, subjectId),
        sql`${overrideTable.fromDay} is not distinct from ${fromDay}::date`,
      ),
    );
  return found ?? null;
}

/** The kind of an override, which never changes; null if there is no such override. */
export async function overrideKind(
  { db }: Reader,
  catalogId: string,
  id: string,
): Promise<StoredOverride['kind'] | null> {
  const [found] = await db
    .select({ kind: overrideTable.kind })
    .from(overrideTable)
    .where(and(eq(overrideTable.catalogId, catalogId), eq(overrideTable.id, id)));
  return found?.kind ?? null;
}

export async function insertOverride({ db }: Transaction, override: StoredOverride): Promise<void> {
  await db.insert(overrideTable).values(override);
}

/** Deletes an override of the catalogue; resolves to what it was, or to null if there is none (any more). */
export async function deleteOverride(
  { db }: Transaction,
  catalogId: string,
  id: string,
): Promise<StoredOverride | null> {
  const [gone] = await db
    .delete(overrideTable)
    .where(and(eq(overrideTable.catalogId, catalogId), eq(overrideTable.id, id)))
    .returning();
  return gone ?? null;
}

const capacityRow = z.object({ subjectId: z.string(), capacity: z.int() });

/** The capacities that staff have set, by session or offer. */
export async function readSetCapacities(reader: Reader, catalogId: string): Promise<Map<string, number>> {
  const found = await reader.rows(
    capacityRow,
    sql`select subject_id as "subjectId", capacity from ticketing.catalog_override
        where catalog_id = ${catalogId} and kind = 'capacity'`,
  );
  return new Map(found.map(({ subjectId, capacity }) => [subjectId, capacity]));
}

/** Records what the feed says about sessions and offers whose capacity staff have set. */
export async function saveFeedCapacities(
  transaction: Transaction,
  catalogId: string,
  limits: readonly { subjectId: string; capacity: number | null; saleLimit: number | null }[],
): Promise<void> {
  if (limits.length === 0) return;
  await transaction.run(
    sql`update ticketing.catalog_override set feed_capacity = said.capacity, feed_sale_limit = said."saleLimit"
        from ${boundRows(limits, 'said ("subjectId" uuid, capacity int, "saleLimit" int)')}
        where catalog_id = ${catalogId} and kind = 'capacity' and subject_id = said."subjectId"`,
  );
}

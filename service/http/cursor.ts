import { sql, type SQL } from 'drizzle-orm';
import { extension } from '@/lib/contract/extension';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { z } from 'zod';
import { catalogOf } from '../ids/catalog-id';

/**
 * The query parameter with which a list begins behind a member, so that what arrives meanwhile moves nothing: on the next page
 * of a list with the latest first, the members would be repeated.
 */
export const cursorQuery = {
  startingAfter: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('Only what comes behind this member of the list: its id or path.')),
};

/** The condition that a row of `table` comes behind the one with this id, in a list that is sorted by creation. */
export function comesBehind(table: SQL, { id, ascending }: { id: string; ascending: boolean }): SQL {
  return sql`(created_at, id) ${ascending ? sql`>` : sql`<`} (
    select cursor.created_at, cursor.id from ${table} cursor
    where cursor.catalog_id = ${catalogOf(id)} and cursor.id = ${id})`;
}

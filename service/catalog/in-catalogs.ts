import { type Column, sql, type SQL } from 'drizzle-orm';
import { boundRows } from '@/lib/database/bound-rows';
import { isOneOf } from '@/lib/database/conditions';
import { byCatalog, catalogOf } from '../ids/catalog-id';

/**
 * The condition that `idColumn` is one of these ids. The catalogues are part of it, because the keys contain them; with one
 * catalogue, one server answers.
 */
export function areOf(catalogColumn: Column, idColumn: Column, ids: readonly string[]): SQL {
  const [first, ...others] = byCatalog(ids, catalogOf);
  if (first === undefined) return sql`false`;
  if (others.length === 0) return sql`(${catalogColumn} = ${first[0]} and ${isOneOf(idColumn, first[1])})`;
  const asked = ids.map((id) => ({ catalog_id: catalogOf(id), id }));
  return sql`(${catalogColumn}, ${idColumn}) in (
    select catalog_id, id from ${boundRows(asked, 'asked (catalog_id uuid, id uuid)')})`;
}

import { type Column, sql, type SQL } from 'drizzle-orm';
import { boundIds } from './bound-rows';

/**
 * For a uuid column. The ids are sent as one parameter: with one for each, every number of ids would be another
 * prepared statement on each connection.
 */
export function isOneOf(column: Column, ids: readonly string[]): SQL {
  return sql`${column} in ${boundIds(ids)}`;
}

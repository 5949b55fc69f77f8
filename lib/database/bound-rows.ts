import { sql, type SQL } from 'drizzle-orm';
import { json } from './database';

// Lists are sent as one parameter: with one for each member, every length would be another prepared statement on each
// connection. The planner expects a hundred members, and to find one row it would read a whole table that has few thousand.
// So short lists say that they are short; all of them the same, because with the length of each, PostgreSQL would make a plan
// for each.
const short = 10;
const limit = ({ length }: readonly unknown[]): SQL => (length > short ? sql`` : sql.raw(` limit ${short}`));

/** Rows as a table. `as`: its name and columns, as in `asked (catalog_id uuid, id uuid)`. */
export function boundRows(rows: readonly object[], as: string): SQL {
  const [name = ''] = as.split(' ');
  return sql`(select * from jsonb_to_recordset(${json(rows)}) as ${sql.raw(as)}${limit(rows)}) ${sql.raw(name)}`;
}

/** Identifiers as a subquery with the column `id`, for `in` or as a table. */
export const boundIds = (ids: readonly string[]): SQL =>
  sql`(select value::uuid as id from jsonb_array_elements_text(${json(ids)})${limit(ids)})`;

/** Texts as a subquery with the column `value`. */
export const boundTexts = (texts: readonly string[]): SQL =>
  sql`(select value from jsonb_array_elements_text(${json(texts)})${limit(texts)})`;

import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { boundRows } from './bound-rows';
import type { RowOf } from './row-columns';

type Columns = Readonly<Record<string, AnyPgColumn>>;

/** The parts of a statement that writes many rows, which are sent as one parameter. */
export interface BulkColumns {
  /** The names of the columns. */
  readonly names: readonly string[];
  /** The names of the rows' members, in the same order. */
  readonly members: SQL;
  /** A table with these members. */
  from: (rows: readonly object[]) => SQL;
}

export function bulkColumns(columns: Columns): BulkColumns {
  const members = Object.keys(columns).map((member) => `"${member}"`);
  const types = Object.entries(columns).map(([member, column]) => `"${member}" ${column.getSQLType()}`);
  const definition = `one (${types.join(', ')})`;
  return {
    names: Object.values(columns).map(({ name }) => name),
    members: sql.raw(members.join(', ')),
    from: (rows) => boundRows(rows, definition),
  };
}

/** An INSERT of rows with these columns. */
export function bulkInsert<Inserted extends Columns>(
  table: PgTable,
  columns: Inserted,
): (rows: readonly RowOf<Inserted>[]) => SQL {
  const { names, members, from } = bulkColumns(columns);
  const into = sql.raw(names.join(', '));
  return (rows) => sql`insert into ${table} (${into}) select ${members} from ${from(rows)}`;
}

import { Column, type GetColumnData, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import type { RowColumns } from './database';

type Fields = Readonly<Record<string, AnyPgColumn | SQL>>;

/** A row with the value of each field. */
export type RowOf<Selected extends Fields> = {
  [Name in keyof Selected]: Selected[Name] extends AnyPgColumn
    ? GetColumnData<Selected[Name]>
    : Selected[Name] extends SQL<infer Value>
      ? Value
      : never;
};

/** The columns of a table but these. */
export function columnsExcept<T extends PgTable, Name extends keyof T['_']['columns']>(
  table: T,
  names: readonly Name[],
) {
  const omitted: readonly PropertyKey[] = names;
  const columns = Object.entries(getTableColumns(table)).filter(([member]) => !omitted.includes(member));
  return Object.fromEntries(columns) as Omit<T['_']['columns'], Name>;
}

const dialect = new PgDialect();

/**
 * The list of a SELECT. The statement reads the tables under their own names. The text is made once, when a module is
 * loaded, because statements on hot paths are built for each request. Expressions have no parameters. Values are not
 * decoded: a column that parses its values needs `decodedColumns` or the query builder.
 */
export function rowColumns<Selected extends Fields>(fields: Selected): RowColumns<RowOf<Selected>> {
  const list = Object.entries(fields).map(([name, field]) => {
    const value =
      field instanceof Column
        ? sql`${sql.identifier(getTableName(field.table))}.${sql.identifier(field.name)}`
        : field;
    return sql`${value} as ${sql.identifier(name)}`;
  });
  return { list: sql.raw(dialect.sqlToQuery(sql.join(list, sql`, `)).sql) };
}

/** An expression whose value is decoded. */
export type DecodedValue<Value> = SQL<Value> & { readonly decode: (value: unknown) => Value };

const isDecoded = (field: AnyPgColumn | SQL): field is DecodedValue<unknown> => 'decode' in field;

/** The list of a SELECT whose values are decoded as the query builder does. */
export function decodedColumns<Selected extends Fields>(fields: Selected): RowColumns<RowOf<Selected>> {
  const decoders = Object.entries(fields).flatMap(([name, field]) => {
    if (field instanceof Column) return [{ name, decode: (value: unknown) => decodeOne(field, value) }];
    return isDecoded(field) ? [{ name, decode: field.decode }] : [];
  });
  const decode = (row: Record<string, unknown>) => {
    const decoded = decoders.map(({ name, decode: one }) => [name, one(row[name])]);
    return { ...row, ...Object.fromEntries(decoded) } as RowOf<Selected>;
  };
  return { ...rowColumns(fields), decode };
}

export function decodeOne(column: AnyPgColumn, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapFromDriverValue(value);
}

import { Column, getTableName, sql, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { decodeOne, type DecodedValue, type RowOf } from './row-columns';

/** A value that is read like a column of this kind, but is an expression without parameters; it may be null. */
interface LikeColumn<Like extends AnyPgColumn = AnyPgColumn> {
  readonly value: SQL;
  readonly like: Like;
}

type Fields = Readonly<Record<string, AnyPgColumn | LikeColumn>>;

type JsonRow<Selected extends Fields> = {
  [Name in keyof Selected]: Selected[Name] extends AnyPgColumn
    ? RowOf<{ field: Selected[Name] }>['field']
    : Selected[Name] extends LikeColumn<infer Like>
      ? RowOf<{ field: Like }>['field'] | null
      : never;
};

const dialect = new PgDialect();
const rowsSchema = z.array(z.array(z.unknown()));

/**
 * The rows of other tables as one value of a SELECT, so that a row is read with all that belongs to it in one statement.
 * `rest` follows the columns, and refers to the row of the outer statement by the name of its table. Each value is what a
 * SELECT of the column gives. The text is made once, when a module is loaded.
 */
export function jsonRows<Selected extends Fields>(
  fields: Selected,
  { rest, orderBy }: { rest: SQL; orderBy: SQL },
): DecodedValue<JsonRow<Selected>[]> {
  const all = Object.entries(fields).map(([name, field]) => {
    const column: AnyPgColumn = field instanceof Column ? field : field.like;
    const value =
      field instanceof Column
        ? sql`${sql.identifier(getTableName(field.table))}.${sql.identifier(field.name)}`
        : field.value;
    return { name, column, value: isNumber(column) ? sql`(${value})::text` : value };
  });
  const values = sql.join(
    all.map(({ value }) => value),
    sql`, `,
  );
  const text = sql`(select coalesce(json_agg(json_build_array(${values}) order by ${orderBy}), '[]'::json) ${rest})`;
  const decode = (value: unknown): JsonRow<Selected>[] =>
    rowsSchema.parse(value).map((row) => {
      const members = all.map(({ name, column }, index) => [name, decodeOne(column, row[index])]);
      return Object.fromEntries(members) as JsonRow<Selected>;
    });
  return Object.assign(sql.raw(dialect.sqlToQuery(text).sql).mapWith(decode), { decode });
}

/** JSON would change their digits. */
const isNumber = (column: AnyPgColumn) => /^(numeric|bigint)/.test(column.getSQLType());

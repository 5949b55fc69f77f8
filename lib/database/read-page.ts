import { sql, type SQL } from 'drizzle-orm';
import type { Reader, RowColumns } from './database';

/** The parts of the SELECT of a page. */
interface PageQuery {
  from: SQL;
  /** The rows to count, if `from` joins more than that; `where` then reads only these. */
  counted?: SQL;
  /** What is joined only to the rows of the page, which are those of the table `to`. */
  joined?: { to: string; tables: SQL };
  where: SQL;
  sortedBy: SQL;
  skip: number;
  size: number;
}

// The columns of the two selects. A page without rows has one row, of nulls.
interface PageRow {
  total: number;
  isRow: true | null;
}

/** One page, and how many rows there are, in one statement: round trips cost more than reading the rows. */
export async function readPage<Row extends object>(
  reader: Reader,
  columns: RowColumns<Row>,
  { from, counted = from, joined, where, sortedBy, skip, size }: PageQuery,
): Promise<{ total: number; rows: Row[] }> {
  const both: RowColumns<PageRow & Record<string, unknown>> = { list: sql.raw('total, page.*') };
  const page = sql`from ${from} where ${where} order by ${sortedBy} limit ${size} offset ${skip}`;
  const wide =
    joined === undefined
      ? page
      : sql`from (select ${sql.identifier(joined.to)}.* ${page}) ${sql.identifier(joined.to)} ${joined.tables}
            order by ${sortedBy}`;
  const found = await reader.read(
    both,
    sql`from (select count(*)::int as total from ${counted} where ${where}) counted
        left join lateral (
          select true as "isRow", ${columns.list} ${wide}) page on true`,
  );
  const rows = found.filter(({ isRow }) => isRow !== null);
  const { decode = (row) => row as Row } = columns;
  return { total: found[0]?.total ?? 0, rows: rows.map((row) => decode(row)) };
}

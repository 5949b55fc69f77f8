import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from './database';

/** What a page is of, in the words of its SELECT. */
export interface PageQuery {
  columns: SQL;
  from: SQL;
  /** What is counted, where `from` joins more than that. */
  counted?: SQL;
  where: SQL;
  order: SQL;
  skip: number;
  size: number;
}

// Beside the columns of a row, which are parsed by its own schema; a page without rows has one of nulls.
const pageRow = z.looseObject({ total: z.int(), isRow: z.literal(true).nullable() });

/**
 * One page of rows, and how many there are. One statement: a page costs a service more by its trips to the database
 * than by what it reads there.
 */
export async function readPage<Row>(
  reader: Reader,
  row: z.ZodType<Row>,
  { columns, from, counted = from, where, order, skip, size }: PageQuery,
): Promise<{ total: number; rows: Row[] }> {
  const found = await reader.rows(
    pageRow,
    sql`select total, page.* from (select count(*)::int as total from ${counted} where ${where}) counted
        left join lateral (
          select true as "isRow", ${columns} from ${from} where ${where}
          order by ${order} limit ${size} offset ${skip}) page on true`,
  );
  return {
    total: found[0]?.total ?? 0,
    rows: found.flatMap((one) => (one.isRow === null ? [] : [row.parse(one)])),
  };
}

import { Client, types } from 'pg';
import type { z } from 'zod';

/** Opens one connection for the duration of `work`. */
async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8
          ? Number
          : (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs statements one after another. */
export function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  return connected(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** The rows of a query, each parsed by `row`. */
export function queryRows<Row>(url: string, row: z.ZodType<Row>, query: string): Promise<Row[]> {
  return connected(url, async (client) => row.array().parse((await client.query(query)).rows));
}

/** The only row of a query. */
export async function queryRow<Row>(url: string, row: z.ZodType<Row>, query: string): Promise<Row> {
  const [first] = await queryRows(url, row, query);
  if (first === undefined) throw new Error(`no row: ${query}`);
  return first;
}

/** Repeats the same query over one connection until `seen` returns true. */
export function watch<Row>(
  url: string,
  row: z.ZodType<Row>,
  query: string,
  { everyMs, seen }: { everyMs: number; seen: (row: Row) => boolean },
): Promise<void> {
  return connected(url, async (client) => {
    for (;;) {
      const [first] = (await client.query<Record<string, unknown>>({ name: 'watch', text: query })).rows;
      if (seen(row.parse(first))) return;
      await new Promise((later) => setTimeout(later, everyMs));
    }
  });
}

/** Where the next page begins: the time with microseconds as the database writes it, and the identifier. */
export interface Place {
  at: string;
  id: string;
}

/** How many rows are in memory at once, for each export. */
const pageSize = 1000;

/**
 * All rows, page after page. Each page is a short statement of its own, so a reader that stops holds no transaction and
 * no connection.
 */
export async function* readPages<Row extends Place>(
  readPage: (after: Place | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: Place | null = null;
  for (;;) {
    const rows: Row[] = await readPage(after, pageSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = { at: last.at, id: last.id };
  }
}

import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../../database/database';
import { isChangeOpen } from '../../data/session-change-store';
import { sessionChangeTable } from '../../tables/session-change-table';

/** More are not counted. */
const mostCounted = 1_000;

/** How many entries the list of staff has. */
export async function countOpenTasks(reader: Reader): Promise<number> {
  const [row] = await reader.rows(
    z.object({ count: z.int() }),
    sql`select (select count(*) from (
            select from storefront.task where closed_at is null limit ${mostCounted}) open_task)::int
          + (select count(*) from ${sessionChangeTable} where ${isChangeOpen})::int as count`,
  );
  return row?.count ?? 0;
}

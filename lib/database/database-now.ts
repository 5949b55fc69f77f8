import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from './database';

/** The database's clock, by which every hold is judged. */
export async function databaseNow(reader: Reader): Promise<Date> {
  const [row] = await reader.rows(z.object({ now: z.date() }), sql`select statement_timestamp() as now`);
  if (row === undefined) throw new Error('the database did not return the time');
  return row.now;
}

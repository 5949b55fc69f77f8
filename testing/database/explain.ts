import { z } from 'zod';
import type { Reader } from '@/lib/database/database';
import { readerOn } from '@/lib/database/statements';
import { pagesOf, planNodeSchema, scannedBy } from './plan-node';

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNodeSchema, 'Execution Time': z.number() })]) }),
]);

/** A smaller table is read at once rather than through an index. */
const smallPages = 50;

/** How PostgreSQL carried out a statement. */
export interface ExplainedPlan {
  /** How many pages of 8 kB it read. */
  pages: number;
  milliseconds: number;
  /** The tables, but for small ones, that it read completely (sequential scan). */
  scanned: string[];
}

/** Runs some work, and returns how PostgreSQL carried out each of its statements. */
export async function explain<Found>(
  reader: Reader,
  work: (reader: Reader) => Promise<Found>,
): Promise<{ found: Found; plans: ExplainedPlan[] }> {
  const plans: ExplainedPlan[] = [];
  const explaining = readerOn(async (statement) => {
    const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`;
    const { rows } = await reader.send({ ...statement, text, rowMode: 'object' });
    const [
      {
        'QUERY PLAN': [{ Plan, 'Execution Time': milliseconds }],
      },
    ] = planSchema.parse(rows);
    plans.push({ pages: pagesOf(Plan), milliseconds, scanned: scannedBy(Plan, smallPages) });
    return reader.send(statement);
  });
  const found = await work(explaining);
  return { found, plans };
}

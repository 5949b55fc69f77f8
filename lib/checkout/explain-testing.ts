import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../database/database';

/** A node of a plan; each has those that it reads from. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[] | undefined;
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.int(),
  'Shared Read Blocks': z.int(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});

const planSchema = z.object({
  'QUERY PLAN': z.array(z.object({ Plan: nodeSchema, 'Execution Time': z.number() })),
});

/** How PostgreSQL carried out a statement. */
export interface ExplainedPlan {
  /** How many pages of 8 kB it read. */
  pages: number;
  milliseconds: number;
  /** The tables that it read from one end to the other. */
  scanned: string[];
}

/** Does some work, and tells how PostgreSQL carried out each of its statements. */
export async function explain<Found>(
  reader: Reader,
  work: (reader: Reader) => Promise<Found>,
): Promise<{ found: Found; plans: ExplainedPlan[] }> {
  const plans: ExplainedPlan[] = [];
  const found = await work({
    rows: async <Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]> => {
      const rows = await reader.rows(
        planSchema,
        sql`explain (analyze, buffers, timing off, format json) ${statement}`,
      );
      for (const { Plan, 'Execution Time': milliseconds } of rows.flatMap((one) => one['QUERY PLAN'])) {
        const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
        plans.push({ pages, milliseconds, scanned: scannedBy(Plan) });
      }
      return reader.rows(row, statement);
    },
  });
  return { found, plans };
}

function scannedBy(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)];
}

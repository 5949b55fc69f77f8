import { z } from 'zod';
import type { Reader } from '@/lib/database/database';
import { readerOn } from '@/lib/database/statements';

/** A node of a query plan, with the nodes that it reads from. */
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

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema, 'Execution Time': z.number() })]) }),
]);

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
    const pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    plans.push({ pages, milliseconds, scanned: scannedBy(Plan) });
    return reader.send(statement);
  });
  const found = await work(explaining);
  return { found, plans };
}

/** A smaller table is read at once rather than through an index. */
const smallPages = 50;

function scannedBy(node: PlanNode): string[] {
  const isWhole =
    node['Node Type'] === 'Seq Scan' && node['Shared Hit Blocks'] + node['Shared Read Blocks'] > smallPages;
  const own = isWhole ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedBy)];
}

import { z } from 'zod';

/** A node of a query plan, with the nodes that it reads from. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Total Cost': number;
  Plans?: PlanNode[] | undefined;
}

export const planNodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Shared Hit Blocks': z.int(),
  'Shared Read Blocks': z.int(),
  'Total Cost': z.number(),
  get Plans() {
    return z.array(planNodeSchema).optional();
  },
});

/** How many pages of 8 kB a node and those below it read. */
export const pagesOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

/** The tables that a plan reads completely (sequential scan), if that is more than so many pages. */
export function scannedBy(node: PlanNode, morePagesThan = -1): string[] {
  const isScan = node['Node Type'] === 'Seq Scan' && pagesOf(node) > morePagesThan;
  const own = isScan ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap((child) => scannedBy(child, morePagesThan))];
}

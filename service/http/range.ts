import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { extension } from '@/lib/contract/extension';

const comparisons = {
  after: { operator: sql`>=`, meaning: 'this or later' },
  before: { operator: sql`<=`, meaning: 'this or earlier' },
  strictly_after: { operator: sql`>`, meaning: 'later' },
  strictly_before: { operator: sql`<`, meaning: 'earlier' },
} as const;

type Bound = keyof typeof comparisons;
const bounds = Object.keys(comparisons) as Bound[];

/** The query parameters of a range filter on a field: `date[after]`, `date[before]` (both inclusive), and their strict forms. */
export function rangeQuery<Field extends string, Value extends z.ZodType>(field: Field, value: Value) {
  const shape = Object.fromEntries(
    bounds.map((bound) => [
      `${field}[${bound}]`,
      value.optional().meta(extension(`${field} is ${comparisons[bound].meaning}.`)),
    ]),
  );
  return shape as Record<`${Field}[${Bound}]`, z.ZodOptional<Value>>;
}

/** The condition that a range filter makes on a column. Moments and days are compared as `type`. */
export function rangeCondition<Field extends string>(
  field: Field,
  query: Partial<Record<`${Field}[${Bound}]`, string | undefined>>,
  column: SQL,
  type: SQL,
): SQL {
  const conditions = bounds.flatMap((bound) => {
    const value = query[`${field}[${bound}]`];
    return value === undefined ? [] : [sql`${column} ${comparisons[bound].operator} ${value}::${type}`];
  });
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

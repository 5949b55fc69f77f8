import { sql, type SQL } from 'drizzle-orm';

/**
 * One statement that does several writing parts, each `name as (insert …)`. All see the database as it was before, so none
 * may depend on rows that another one writes, but for those that it returns; foreign keys are checked at the end. What the
 * statement selects may follow: `* from made`.
 */
export const together = (parts: readonly SQL[]): SQL => sql`with ${sql.join([...parts], sql`, `)} select`;

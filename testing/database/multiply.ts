import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/lib/database/database';

/** Copies of rows of a table. */
export interface Copies {
  schema: string;
  table: string;
  /** How many copies of each row. */
  count: number;
  /** What differs in the copy number `n` of the row `original`, by the names of columns. */
  but: Readonly<Record<string, SQL>>;
  /** The rows that are copied; all without it. */
  where?: SQL;
}

/** Fills tables with copies of rows that the program has written itself. Foreign keys are not checked. */
export async function multiply(database: Database, copies: readonly Copies[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`set local session_replication_role = replica`);
    for (const { schema, table, count, but, where = sql`true` } of copies) {
      const columns = await transaction.rows(
        z.object({ name: z.string() }),
        // What PostgreSQL numbers itself is left out.
        sql`select attname as name from pg_attribute
              left join pg_attrdef on adrelid = attrelid and adnum = attnum
            where attrelid = ${`${schema}.${table}`}::text::regclass and attnum > 0 and not attisdropped
              and attidentity = '' and coalesce(pg_get_expr(adbin, adrelid), '') not like 'nextval%'`,
      );
      const names = columns.map(({ name }) => name);
      const unknown = Object.keys(but).filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);
      const list = (of: (name: string) => SQL) => sql.join(names.map(of), sql`, `);
      await transaction.run(
        sql`insert into ${sql.identifier(schema)}.${sql.identifier(table)} (${list((name) => sql`${sql.identifier(name)}`)})
            select ${list((name) => but[name] ?? sql`original.${sql.identifier(name)}`)}
            from ${sql.identifier(schema)}.${sql.identifier(table)} original, generate_series(1, ${count}::int) n
            where ${where}`,
      );
    }
  });
}

import { Client } from 'pg';
import { z } from 'zod';
import { startPostgres } from './postgres';

/** One kind of statement, by its text without the values, and how often it was sent. */
export interface CountedStatement {
  readonly text: string;
  readonly count: number;
}

/** What was sent to one database since the last reading. */
export interface Counted {
  /** Without those that begin and end transactions. */
  readonly statements: readonly CountedStatement[];
  /** Transactions of several statements; each other statement is a transaction of its own. */
  readonly transactions: number;
}

/** A PostgreSQL server of its own, which counts the statements that it gets. */
export interface CountingServer {
  createDatabase(): Promise<string>;
  /** By the URL of the database. */
  read(url: string): Promise<Counted>;
  stop(): Promise<void>;
}

const rowSchema = z.object({ text: z.string(), count: z.coerce.number() });
const isControl = /^(begin|commit|rollback|start transaction|set |discard|deallocate)/i;

export async function startCountingPostgres(): Promise<CountingServer> {
  const server = await startPostgres(['shared_preload_libraries=pg_stat_statements']);
  const client = new Client({ connectionString: await server.createDatabase() });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  const nameOf = (url: string) => [new URL(url).pathname.slice(1)];
  return {
    createDatabase: () => server.createDatabase(),
    read: async (url) => {
      const { rows } = await client.query(
        `select query as text, calls as count from pg_stat_statements
         where dbid = (select oid from pg_database where datname = $1) order by calls desc, query`,
        nameOf(url),
      );
      await client.query(
        'select pg_stat_statements_reset(0, (select oid from pg_database where datname = $1), 0)',
        nameOf(url),
      );
      const all = z.array(rowSchema).parse(rows);
      return {
        statements: all.filter(({ text }) => !isControl.test(text)),
        transactions: all.reduce((sum, { text, count }) => sum + (/^begin/i.test(text) ? count : 0), 0),
      };
    },
    stop: async () => {
      await client.end();
      await server.stop();
    },
  };
}

/** How many statements those are that `which` does not match, and their list, for the message of a test. */
export function sumOf(
  { statements }: Counted,
  without: RegExp,
): { count: number; skipped: number; list: string } {
  const counted = statements.filter(({ text }) => !without.test(text));
  const sum = (some: readonly CountedStatement[]) => some.reduce((total, one) => total + one.count, 0);
  return {
    count: sum(counted),
    skipped: sum(statements) - sum(counted),
    list: counted
      .map(({ text, count }) => `${count} × ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
      .join('\n'),
  };
}

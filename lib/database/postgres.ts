import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client, DatabaseError, Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import { z } from 'zod';
import {
  ConnectionLost,
  type Database,
  DatabaseUnavailable,
  firstReason,
  type Transaction,
} from './database';
import { applyMigrations } from './migrate';

const dialect = new PgDialect();

// One number for all programs: migrations of any of them wait for one another.
const migrationLock = 7_283_041;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, String],
  [types.builtins.INT8, Number],
]);

interface PostgresOptions {
  url: string;
  migrations: string;
  schema: string;
  connections?: number;
}

/** Opens PostgreSQL and brings its tables up to date. Throws DatabaseUnavailable when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  if (new URL(options.url).host.includes(',')) {
    throw new DatabaseUnavailable(
      `The database ${withoutPassword(options.url)} can't be used: DATABASE_URL names several hosts. Name the one that takes writes, or what stands before them.`,
    );
  }
  try {
    await migrateOnce(options);
  } catch (error) {
    throw new DatabaseUnavailable(
      `The database ${withoutPassword(options.url)} can't be used: ${firstReason(error)}. Check DATABASE_URL and that PostgreSQL is running.`,
      { cause: error },
    );
  }
  const pool = new Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // Whoever waits longer for a lock is told to come again, so that one stuck transaction does not stop all.
    lock_timeout: 10_000,
    // Plans are kept, and one that was made while a table was small would read all of it when it has grown (decision 10).
    options: '-c enable_seqscan=off',
    // What a transaction sends together goes together.
    pipeline: true,
    types: {
      getTypeParser: (oid, format): ((text: string) => unknown) =>
        parsers.get(oid) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  // A connection that breaks tells its queries so, and is replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    rows: reading(pool),
    transaction: (work) => retried(() => runTransaction(pool, work)),
    close: () => pool.end(),
  };
}

async function runTransaction<T>(pool: Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow);
  try {
    await client.query('begin').catch(rethrow);
    const result = await work(transactionOn(client));
    await client.query('commit').catch(rethrow);
    client.release();
    return result;
  } catch (error) {
    // A connection that can't even roll back is thrown away, and the database rolls back by itself.
    await client.query('rollback').then(
      () => client.release(),
      (failure: unknown) => client.release(failure instanceof Error ? failure : true),
    );
    throw error;
  }
}

// deadlock_detected, serialization_failure: nothing was done, and the same again may well succeed.
const clashes = ['40P01', '40001'];
const mostTries = 5;

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof DatabaseError ? (error.code ?? '') : '';
      if (!clashes.includes(code) || tries === mostTries) throw error;
      await setTimeout(Math.random() * 10 * 2 ** tries);
    }
  }
}

interface Queryable {
  query(query: QueryConfig): Promise<QueryResult>;
}

function reading(client: Queryable) {
  return async <Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]> =>
    z.array(row).parse((await send(client, statement)).rows);
}

// in_failed_sql_transaction: what was sent behind a statement that failed is told only this.
const behindAnother = '25P02';

function transactionOn(client: PoolClient): Transaction {
  let first: unknown;
  const truthful: Queryable = {
    query: async (query: QueryConfig) => {
      try {
        return await client.query(query);
      } catch (error) {
        // Of statements sent together whoever waits for all may hear of a later one before the one that failed.
        first ??= error;
        throw error instanceof DatabaseError && error.code === behindAnother ? first : error;
      }
    },
  };
  return {
    rows: reading(truthful),
    write: reading(truthful),
    run: async (statement) => (await send(truthful, statement)).rowCount ?? 0,
  };
}

/** The same text is prepared once a connection, under a name that follows from it. */
function send(client: Queryable, statement: SQL): Promise<QueryResult> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  return client.query({ name, text, values: params }).catch(rethrow);
}

/** The driver names some lost connections by their sentence alone. */
function rethrow(error: unknown): never {
  const isLost =
    error instanceof Error && !('code' in error) && /terminated|timeout|not queryable/.test(error.message);
  throw isLost ? new ConnectionLost(error.message, { cause: error }) : error;
}

/** Ten replicas may start together: the lock lets one migrate, and the others find nothing left to do. */
async function migrateOnce({ url, ...options }: PostgresOptions): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await lockMigrations(client);
    await applyMigrations({ query: (statement) => client.query(statement), isShared: true }, options);
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting within one statement: an index that is made concurrently waits for every
 * statement that began before it, and so for whoever waits here.
 */
async function lockMigrations(client: Client): Promise<void> {
  const question = 'select pg_try_advisory_lock($1) as locked';
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(question, [migrationLock]);
    if (rows[0]?.locked === true) return;
    await setTimeout(100);
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '…';
  return decodeURI(shown.toString());
}

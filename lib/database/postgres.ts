import { setTimeout } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { z } from 'zod';
import { type Database, DatabaseUnavailable, firstReason, type Transaction } from './database';

const dialect = new PgDialect();

// One number for all programs: migrations of any of them wait for one another.
const migrationLock = 7_283_041;

interface PostgresOptions {
  url: string;
  migrations: string;
  schema: string;
  connections?: number;
}

/** Opens PostgreSQL and brings its tables up to date. Throws DatabaseUnavailable when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  try {
    await migrateOnce(options);
  } catch (error) {
    throw new DatabaseUnavailable(
      `The database ${withoutPassword(options.url)} can't be used: ${firstReason(error)}. Check DATABASE_URL and that PostgreSQL is running.`,
      { cause: error },
    );
  }
  const client = postgres(options.url, {
    max: options.connections ?? 10,
    connect_timeout: 5,
    // While the database is away a query waits for the next try to connect; by default up to 20 seconds.
    backoff: () => 0.2,
    onnotice: () => undefined,
    types: {
      date: { to: 1082, from: [1082], serialize: String, parse: String },
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  });
  return {
    rows: reading(client),
    transaction: (work) =>
      retried(() => client.begin((scoped) => work(transactionOn(scoped))) as Promise<never>),
    close: () => client.end({ timeout: 5 }),
  };
}

// deadlock_detected, serialization_failure: nothing was done, and the same again may well succeed.
const clashes = ['40P01', '40001'];
const mostTries = 5;

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : '';
      if (!clashes.includes(code) || tries === mostTries) throw error;
      await setTimeout(Math.random() * 10 * 2 ** tries);
    }
  }
}

type Client = Pick<postgres.Sql, 'unsafe'>;

function reading(client: Client) {
  return async <Row>(row: z.ZodType<Row>, statement: SQL): Promise<Row[]> =>
    z.array(row).parse(Array.from(await send(client, statement)));
}

function transactionOn(client: Client): Transaction {
  return {
    rows: reading(client),
    write: reading(client),
    run: async (statement) => (await send(client, statement)).count,
  };
}

function send(client: Client, statement: SQL) {
  const query = dialect.sqlToQuery(statement);
  return client.unsafe(query.sql, query.params as postgres.ParameterOrJSON<never>[], { prepare: true });
}

/** Ten replicas may start together: the lock lets one migrate, and the others find nothing left to do. */
async function migrateOnce({ url, migrations, schema }: PostgresOptions): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    await client`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(client), { migrationsFolder: migrations, migrationsSchema: schema });
    await client`select pg_advisory_unlock(${migrationLock})`;
  } finally {
    await client.end({ timeout: 5 });
  }
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '…';
  return decodeURI(shown.toString());
}

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type DatabaseOptions, DatabaseUnavailable } from './database';
import { outsideMarker } from './long-locks';
import { repeatAfter } from './repeat';

/** One connection, on which statements are run as they are written. */
export interface MigrationConnection {
  query(statement: string): Promise<{ rows: unknown[] }>;
  /** Whether other processes read and write the same database at the same time. */
  isShared: boolean;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * All later statements wait behind a transaction that waits for an exclusive lock. So it waits briefly, and tries often,
 * as `locked` says.
 */
const lockTimeoutMilliseconds = 2_000;

/** lock_not_available, deadlock_detected: another transaction was in the way. */
export const locked = { codes: ['55P03', '40P01'], mostTries: 100, pauseMilliseconds: () => 1_000 };

/**
 * Brings the tables up to date, with the same record as drizzle's own migrator. The statements of a migration run
 * in one transaction that waits for locks at most two seconds at a time. Those marked `-- outside the transaction`
 * run after it, one by one, without a time limit, because no other statement waits for them. If this process
 * crashes during them, they are run again. Throws DatabaseUnavailable if another line of versions has made the tables.
 */
export async function applyMigrations(
  connection: MigrationConnection,
  { migrations, schema }: Pick<DatabaseOptions, 'migrations' | 'schema'>,
): Promise<void> {
  const record = recordIn(connection, schema);
  await record.prepare();
  const last = await record.last();
  const files = readMigrationFiles({ migrationsFolder: migrations });
  refuseUnknown(last, files);
  for (const migration of files) {
    if (last !== null && migration.folderMillis <= last) continue;
    await applyMigration(connection, record, migration);
  }
}

/** `later`: a later release has changed the tables, beside which this one still runs. */
export type TablesState = 'missing' | 'pending' | 'current' | 'later';

/** How far the tables are, asked with no right but to read. Throws DatabaseUnavailable as `applyMigrations` does. */
export async function readTablesState(
  connection: Pick<MigrationConnection, 'query'>,
  { migrations, schema }: Pick<DatabaseOptions, 'migrations' | 'schema'>,
): Promise<TablesState> {
  const record = recordIn(connection, schema);
  if (!(await record.isThere())) return 'missing';
  const last = await record.last();
  const files = readMigrationFiles({ migrationsFolder: migrations });
  refuseUnknown(last, files);
  if (last === null || files.some(({ folderMillis }) => folderMillis > last)) return 'pending';
  return files.some(({ folderMillis }) => folderMillis === last) ? 'current' : 'later';
}

/** The last migration may be of a later release, beside which this one still runs. */
function refuseUnknown(last: number | null, files: readonly Migration[]): void {
  if (last === null || files.some(({ folderMillis }) => folderMillis === last)) return;
  if (files.every(({ folderMillis }) => folderMillis < last)) return;
  throw new DatabaseUnavailable(
    'The tables were made by a version that was not released, and can not be brought up to date. ' +
      'Use an empty database; for the demonstration: npm run reset',
  );
}

async function applyMigration(
  connection: MigrationConnection,
  record: ReturnType<typeof recordIn>,
  migration: Migration,
): Promise<void> {
  const statements = migration.sql.map((statement) => statement.trim());
  const outside = statements.filter((statement) => statement.startsWith(outsideMarker));
  const inside = statements.filter((statement) => !outside.includes(statement));
  if (!(await record.isBegun(migration))) {
    await repeatAfter(locked, () =>
      inTransaction(connection, async () => {
        for (const statement of inside) await connection.query(statement);
        await (outside.length === 0 ? record.finish(migration) : record.begin(migration));
      }),
    );
  }
  if (outside.length === 0) return;
  for (const statement of outside) await repeatAfter(locked, () => runOutside(connection, statement));
  await inTransaction(connection, () => record.finish(migration));
}

/** Runs statements that lock whole tables; repeat it as `locked` says. */
export async function inTransaction(
  connection: Pick<MigrationConnection, 'query'>,
  work: () => Promise<void>,
): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(`set local lock_timeout = ${lockTimeoutMilliseconds}`);
    await connection.query('set local statement_timeout = 0');
    await work();
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}

/** An interrupted creation leaves an invalid index: it is dropped and made again. */
async function runOutside(connection: MigrationConnection, statement: string): Promise<void> {
  // … INDEX CONCURRENTLY IF NOT EXISTS "name" ON "schema"."table" …
  const [, names] = statement.split('INDEX CONCURRENTLY IF NOT EXISTS "');
  const [name, , schema] = names?.split('"') ?? [];
  if (name !== undefined && schema !== undefined && connection.isShared) {
    const { rows } = await connection.query(
      `select 1 from pg_index join pg_class on pg_class.oid = indexrelid
         join pg_namespace on pg_namespace.oid = relnamespace
       where relname = '${name}' and nspname = '${schema}' and not indisvalid`,
    );
    if (rows.length > 0) await connection.query(`drop index concurrently "${schema}"."${name}"`);
  }
  // A process that uses the database alone delays no other, and an embedded engine has no second transaction to
  // wait for.
  await connection.query(connection.isShared ? statement : statement.replace('INDEX CONCURRENTLY', 'INDEX'));
}

function recordIn(connection: Pick<MigrationConnection, 'query'>, schema: string) {
  const [done, begun] = [`"${schema}"."__drizzle_migrations"`, `"${schema}"."begun_migration"`];
  return {
    isThere: async (): Promise<boolean> => {
      const { rows } = await connection.query(
        `select 1 from pg_tables where schemaname = '${schema}' and tablename = '__drizzle_migrations'`,
      );
      return rows.length > 0;
    },
    prepare: async () => {
      await connection.query(`create schema if not exists "${schema}"`);
      await connection.query(
        `create table if not exists ${done} (id serial primary key, hash text not null, created_at bigint)`,
      );
      await connection.query(`create table if not exists ${begun} (hash text primary key)`);
    },
    /** The time of the last completed migration; null if there is none. */
    last: async (): Promise<number | null> => {
      const { rows } = await connection.query(
        `select created_at::text as at from ${done} order by created_at desc limit 1`,
      );
      const [row] = rows as { at: string }[];
      return row === undefined ? null : Number(row.at);
    },
    isBegun: async ({ hash }: Migration): Promise<boolean> =>
      (await connection.query(`select 1 from ${begun} where hash = '${hash}'`)).rows.length > 0,
    /** The statements of the transaction are done, and those outside of it are not. */
    begin: async ({ hash }: Migration): Promise<void> => {
      await connection.query(`insert into ${begun} (hash) values ('${hash}')`);
    },
    finish: async ({ hash, folderMillis }: Migration): Promise<void> => {
      await connection.query(`insert into ${done} (hash, created_at) values ('${hash}', ${folderMillis})`);
      await connection.query(`delete from ${begun} where hash = '${hash}'`);
    },
  };
}

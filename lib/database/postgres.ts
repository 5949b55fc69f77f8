import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  Client,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  types,
} from 'pg';
import {
  ConnectionLost,
  type Database,
  type DatabaseOptions,
  DatabaseUnavailable,
  firstReason,
  type Send,
  type Transaction,
} from './database';
import { applyMigrations, areTablesCurrent } from './migrate';
import { countConnections, statements, transactions } from './pool-metrics';
import { repeatAfter } from './repeat';
import { readerOn, transactionOn } from './statements';

// insufficient_privilege
const missingRight = '42501';

// One number for all programs: their migrations wait for one another.
const migrationLock = 7_283_041;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, String],
  [types.builtins.INT8, Number],
]);

type PostgresOptions = Omit<DatabaseOptions, 'folder' | 'url'> & { url: string };

/** Opens PostgreSQL and brings its tables up to date. Throws DatabaseUnavailable when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const subject = `The database ${withoutPassword(options.url)} can't be used`;
  if (new URL(options.url).host.includes(',')) {
    throw new DatabaseUnavailable(
      `${subject}: DATABASE_URL names several hosts. Name the one that takes writes, or what stands before them.`,
    );
  }
  let isDistributed: boolean;
  try {
    isDistributed = await migrateOnce(options);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw new DatabaseUnavailable(`${subject}: ${error.message}.`);
    throw new DatabaseUnavailable(
      `${subject}: ${firstReason(error)}. Check DATABASE_URL and that PostgreSQL is running.`,
      { cause: error },
    );
  }
  const pool = new Pool({
    ...poolOptions,
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A statement that waits longer for a lock fails, and the client has to repeat its request. So one stuck
    // transaction does not stop all.
    lock_timeout: 10_000,
    // Our statements are short: compiling one takes longer than it could save.
    options: '-c jit=off',
  });
  return { ...databaseOn(pool, options.planSeconds), isDistributed };
}

/** What the connections to PostgreSQL and to the embedded engine have in common. */
export const poolOptions = {
  // Sends the statements that a transaction starts at once together.
  pipeline: true,
  types: {
    getTypeParser: (oid, format): ((text: string) => unknown) =>
      parsers.get(oid) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
  },
} satisfies PoolConfig;

/** The database of a pool that no one else uses. `planSeconds`: for how long plans are kept. */
export function databaseOn(pool: Pool, planSeconds = 10): Database {
  // A broken connection rejects its queries and is replaced; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('acquire', renewingPlans(planSeconds));
  const stopCounting = countConnections(pool);
  const send = sendOn({ query: (query) => repeatAfter(crowded, () => pool.query(query)) });
  return {
    ...readerOn(send),
    single: transactionOn((statement) => repeatAfter(clashes, () => send(statement))),
    transaction: (work) => repeatAfter(clashes, () => runTransaction(pool, work)),
    isDistributed: false,
    close: () => {
      stopCounting();
      return pool.end();
    },
  };
}

/**
 * PostgreSQL keeps the plans of prepared statements, and one that was made while a table was small reads all of it when it
 * is large (decision 10). So each connection makes its plans again from time to time. This goes out together with the
 * statement that follows, and an error of it is one of the connection, which that statement gets, too.
 */
function renewingPlans(seconds: number): (client: PoolClient) => void {
  const madeAt = new WeakMap<PoolClient, number>();
  return (client) => {
    const now = performance.now();
    const made = madeAt.get(client);
    if (made !== undefined && now - made < seconds * 1000) return;
    madeAt.set(client, now);
    if (made !== undefined) client.query('discard plans').catch(() => undefined);
  };
}

async function runTransaction<T>(pool: Pool, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await repeatAfter(crowded, () => pool.connect()).catch(rethrow);
  try {
    // Goes out together with the first statement. Nothing is done without it: it fails only with the connection.
    const begun = client.query('begin').catch(rethrow);
    begun.catch(() => undefined);
    const result = await work(transactionOn(sendTruthfully(client)));
    await begun;
    await client.query('commit').catch(rethrow);
    client.release();
    transactions.inc({ end: 'commit' });
    return result;
  } catch (error) {
    transactions.inc({ end: 'rollback' });
    // A connection that can't even roll back is closed, and the database rolls back by itself.
    await client.query('rollback').then(
      () => client.release(),
      (failure: unknown) => client.release(failure instanceof Error ? failure : true),
    );
    throw error;
  }
}

// deadlock_detected, serialization_failure: nothing was done, and a repetition may succeed.
const clashes = {
  codes: ['40P01', '40001'],
  mostTries: 5,
  pauseMilliseconds: (tries: number) => Math.random() * 10 * 2 ** tries,
};

// too_many_connections: the server has none left for us, and nothing was sent. One of ours may become free, or one of others.
const crowded = { codes: ['53300'], mostTries: 25, pauseMilliseconds: () => 100 + Math.random() * 200 };

interface Queryable {
  query(query: QueryConfig): Promise<QueryResult>;
}

// in_failed_sql_transaction: the only error that statements after a failed one get.
const behindAnother = '25P02';

function sendTruthfully(client: PoolClient): Send {
  let first: unknown;
  return sendOn({
    query: async (query: QueryConfig) => {
      try {
        return await client.query(query);
      } catch (error) {
        // A caller that waits for several statements may get the error of a later one before the error of the one
        // that failed.
        first ??= error;
        throw error instanceof DatabaseError && error.code === behindAnother ? first : error;
      }
    },
  });
}

const names = new LRUCache<string, string>({ max: 2_000 });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Sends statements. Each text is prepared once per connection, under a name that is derived from it. */
function sendOn(client: Queryable): Send {
  return async ({ text, params, rowMode }) => {
    const query = { name: nameOf(text), text, values: params, ...(rowMode === 'array' ? { rowMode } : {}) };
    statements.inc();
    const { rows, rowCount } = await client.query(query).catch(rethrow);
    return { rows, changed: rowCount ?? 0 };
  };
}

/** The driver reports some lost connections only by their message. */
function rethrow(error: unknown): never {
  const isLost =
    error instanceof Error && !('code' in error) && /terminated|timeout|not queryable/.test(error.message);
  throw isLost ? new ConnectionLost(error.message, { cause: error }) : error;
}

/**
 * Ten replicas may start together: the lock lets one migrate, and the others find nothing left to do. Resolves to whether the
 * database is one of Citus.
 */
async function migrateOnce({ url, ...options }: PostgresOptions): Promise<boolean> {
  const client = await repeatAfter(crowded, async () => {
    const fresh = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    await fresh.connect();
    return fresh;
  });
  try {
    const connection = { query: (statement: string) => client.query(statement), isShared: true };
    if (!(await areTablesCurrent(connection, options))) {
      await lockMigrations(client);
      await applyMigrations(connection, options).catch(explainMissingRight);
      await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    }
    const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}

function explainMissingRight(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== missingRight) throw error;
  throw new DatabaseUnavailable(
    `its tables are not those of this version, and the role may not change them (${error.message}). ` +
      'Run npm run migrate with the role that owns them',
  );
}

/**
 * Tries again and again instead of waiting within one statement: an index that is made concurrently waits for every
 * statement that began before it, and so would wait for a statement that waits here.
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

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  types,
} from 'pg';
import { addressOf, type Connections, connectionsOf, isReadOnly, reaching, rethrow } from './connections';
import {
  type Database,
  type DatabaseOptions,
  DatabaseUnavailable,
  firstReason,
  type Send,
  type Transaction,
} from './database';
import { type DatabaseAddress, type Pooler, withoutPassword } from './database-url';
import { migrateOnce, mostAnswerSeconds, startParameters } from './migrate-once';
import { statements, transactions } from './pool-metrics';
import { repeatAfter } from './repeat';
import { type SpanStart, traced } from '../tracing/spans';
import { readerOn, transactionOn } from './statements';

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.DATE, String],
  [types.builtins.INT8, Number],
]);

type PostgresOptions = Omit<DatabaseOptions, 'folder' | 'url'> & { url: string };

/** Opens PostgreSQL and brings its tables up to date. Throws DatabaseUnavailable when it can't be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, pooler } = options;
  let address: DatabaseAddress;
  let isDistributed: boolean;
  try {
    address = addressOf(url);
    isDistributed = await migrateOnce(address, options);
  } catch (error) {
    throw unusable(url, error);
  }
  const pools = address.urls.map((one) => openPool(one, options));
  const database = databaseOn(connectionsOf(pools, address.mustTakeWrites), pooler);
  return { ...database, isDistributed };
}

/** Why the database of a URL can't be used, and what to do. */
export function unusable(url: string, error: unknown): DatabaseUnavailable {
  const subject = `The database ${withoutPassword(url)} can't be used`;
  if (error instanceof DatabaseUnavailable) return new DatabaseUnavailable(`${subject}: ${error.message}.`);
  const reason = firstReason(error);
  return new DatabaseUnavailable(`${subject}: ${reason}. ${adviceFor(reason)}`, { cause: error });
}

function adviceFor(reason: string): string {
  if (reason.includes('startup parameter'))
    return 'Set DATABASE_POOLER=transaction if DATABASE_URL is the address of a pooler.';
  if (reason.startsWith('permission denied')) return 'Grant its role what docs/installation.md names.';
  return 'Check DATABASE_URL and that PostgreSQL is running.';
}

function openPool(
  url: string,
  {
    connections = 10,
    planSeconds,
    pooler,
    answerSeconds = mostAnswerSeconds,
    connectSeconds,
  }: PostgresOptions,
): Pool {
  const pool = new Pool({
    ...poolOptions,
    ...reaching,
    connectionString: url,
    ...(connectSeconds === undefined ? {} : { connectionTimeoutMillis: connectSeconds * 1000 }),
    max: connections,
    // A host that stands still, or whose network is lost, answers nothing and refuses nothing. The driver closes the connection
    // then, so that nobody gets the late answer (decision 81).
    query_timeout: answerSeconds * 1000,
    ...(pooler === undefined ? startParameters(limitsOf(answerSeconds)) : {}),
  });
  return pooler === undefined ? renewingPlans(listening(pool), planSeconds) : listening(pool);
}

/**
 * What PostgreSQL itself ends. A statement that waits longer for a lock fails, and the client has to repeat its request, so one
 * stuck transaction does not stop all. Before a connection counts as lost, its statement has ended in the server, so that nobody
 * opens another connection beside it.
 */
const limitsOf = (answerSeconds: number) => ({
  lockMilliseconds: 10_000,
  statementMilliseconds: answerSeconds * 750,
});

/** What the connections to PostgreSQL and to the embedded engine have in common. */
export const poolOptions = {
  // Sends the statements that a transaction starts at once together.
  pipeline: true,
  types: {
    getTypeParser: (oid, format): ((text: string) => unknown) =>
      parsers.get(oid) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
  },
} satisfies PoolConfig;

/** A broken connection rejects its queries and is replaced; without a listener the error would end the process. */
export function listening(pool: Pool): Pool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The database of connections that no one else uses. */
export function databaseOn(connections: Connections, pooler?: Pooler): Database {
  const isPrepared = pooler === undefined;
  const send = sendOn({ query: (query) => queryAlone(connections, query) }, isPrepared);
  return {
    ...readerOn(send),
    single: transactionOn((statement) => repeatAfter(clashes, () => send(statement))),
    transaction: (work) =>
      repeatAfter(clashes, () => counted(runTransaction({ connections, isPrepared }, work))),
    isDistributed: false,
    close: () => connections.end(),
  };
}

async function counted<Result>(transaction: Promise<Result>): Promise<Result> {
  let end = 'rollback';
  try {
    const result = await transaction;
    end = 'commit';
    return result;
  } finally {
    transactions.inc({ end });
  }
}

/**
 * PostgreSQL keeps the plans of prepared statements, and one that was made while a table was small reads all of it when it
 * is large (decision 10). So each connection makes its plans again from time to time (10 seconds). This goes out together with
 * the statement that follows, and an error of it is one of the connection, which that statement gets, too.
 */
export function renewingPlans(pool: Pool, seconds = 10): Pool {
  const madeAt = new WeakMap<PoolClient, number>();
  return pool.on('acquire', (client) => {
    const now = performance.now();
    const made = madeAt.get(client);
    if (made !== undefined && now - made < seconds * 1000) return;
    madeAt.set(client, now);
    if (made !== undefined) client.query('discard plans').catch(() => undefined);
  });
}

async function queryAlone(connections: Connections, query: QueryConfig): Promise<QueryResult> {
  const { client, giveBack } = await connections.take();
  try {
    const result = await client.query(query);
    giveBack();
    return result;
  } catch (error) {
    giveBack(error);
    throw error;
  }
}

async function runTransaction<T>(
  { connections, isPrepared }: { connections: Connections; isPrepared: boolean },
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { client, giveBack } = await connections.take();
  try {
    // Goes out together with the first statement. Nothing is done without it: it fails only with the connection.
    const begun = client.query('begin').catch(rethrow);
    begun.catch(() => undefined);
    const result = await work(transactionOn(sendTruthfully(client, isPrepared)));
    await begun;
    await client.query('commit').catch(rethrow);
    giveBack();
    return result;
  } catch (error) {
    // A connection that can't even roll back is closed, and the database rolls back by itself.
    await client.query('rollback').then(
      () => giveBack(isReadOnly(error) ? error : undefined),
      (failure: unknown) => giveBack(failure),
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

interface Queryable {
  query(query: QueryConfig): Promise<QueryResult>;
}

// in_failed_sql_transaction: the only error that statements after a failed one get.
const behindAnother = '25P02';

function sendTruthfully(client: PoolClient, isPrepared: boolean): Send {
  let first: unknown;
  const query = async (config: QueryConfig) => {
    try {
      return await client.query(config);
    } catch (error) {
      // A caller that waits for several statements may get the error of a later one before the error of the one
      // that failed.
      first ??= error;
      throw error instanceof DatabaseError && error.code === behindAnother ? first : error;
    }
  };
  return sendOn({ query }, isPrepared);
}

const names = new LRUCache<string, string>({ max: 2_000 });

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
  names.set(text, name);
  return name;
}

/**
 * Sends statements. Each text is prepared once per connection, under a name that is derived from it. A pooler gives the next
 * transaction another connection, where nothing has that name.
 */
function sendOn(client: Queryable, isPrepared: boolean): Send {
  return async ({ text, params, rowMode }) => {
    const name = isPrepared ? { name: nameOf(text) } : {};
    const query = { ...name, text, values: params, ...(rowMode === 'array' ? { rowMode } : {}) };
    statements.inc();
    const { rows, rowCount } = await traced(
      () => statementSpan(text),
      () => client.query(query).catch(rethrow),
    );
    return { rows, changed: rowCount ?? 0 };
  };
}

const mostCharacters = 2_000;

/** The values of a statement are its parameters, so its text has none. */
function statementSpan(text: string): SpanStart {
  const name = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, mostCharacters) };
  return { name, kind: 'client', attributes };
}

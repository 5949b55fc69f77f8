import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient } from 'pg';
import { codeOf, ConnectionLost, DatabaseUnavailable, isDatabaseUnavailable } from './database';
import { type DatabaseAddress, readDatabaseUrl } from './database-url';
import { countConnections } from './pool-metrics';
import { repeatAfter } from './repeat';

/** A connection that one caller uses alone. */
export interface Connection {
  readonly client: PoolClient;
  /** With the error of a statement, the connection is closed instead. */
  readonly giveBack: (error?: unknown) => void;
}

/** The connections of this process to a database, at the first of its hosts that can be used. */
export interface Connections {
  take(): Promise<Connection>;
  end(): Promise<void>;
}

/** `pools`: one for each host; they belong to these connections alone. */
export function connectionsOf(pools: readonly Pool[], mustTakeWrites: boolean): Connections {
  const stopsCounting = pools.map(countConnections);
  const { inTurn, leave } = hostsInTurn(pools.map((pool) => ({ pool, doubtedAt: 0 })));
  const checkedAt = new WeakMap<PoolClient, number>();
  const connect = async (host: { pool: Pool; doubtedAt: number }): Promise<Connection> => {
    const client = await host.pool.connect().catch(rethrow);
    const giveBack = (error?: unknown) => {
      // All connections to a server that takes no writes any more are to be given up.
      if (isReadOnly(error)) host.doubtedAt = performance.now();
      if (isLost(error)) leave(host);
      client.release(error === undefined || error instanceof Error ? error : true);
    };
    const checked = checkedAt.get(client);
    const isNew = checked === undefined;
    try {
      if (isNew ? mustTakeWrites : checked <= host.doubtedAt) await requireWrites(client);
    } catch (error) {
      giveBack(error);
      // The address may lead to another server now.
      if (!isNew) return await connect(host);
      throw error;
    }
    checkedAt.set(client, performance.now());
    return { client, giveBack };
  };
  return {
    take: () => repeatAfter(crowded, () => inTurn(connect)),
    end: async () => {
      for (const stop of stopsCounting) stop();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Throws DatabaseUnavailable if the text is no address of a database. */
export function addressOf(url: string): DatabaseAddress {
  const address = readDatabaseUrl(url);
  if (typeof address === 'string') throw new DatabaseUnavailable(`DATABASE_URL ${address}`);
  return address;
}

/**
 * How a host is reached, and found to be away: by a new connection, and by one on which nothing happens (after ten seconds it is
 * asked each second, ten times).
 */
export const reaching = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies ClientConfig;

/** A connection of its own, which the caller ends. Its statements may take as long as they need. */
export function connectAlone(
  { urls, mustTakeWrites }: DatabaseAddress,
  config: ClientConfig = {},
): Promise<Client> {
  const { inTurn } = hostsInTurn(urls);
  return repeatAfter(crowded, () =>
    inTurn(async (url) => {
      const client = new Client({ ...reaching, ...config, connectionString: url });
      // The statements that are under way get the error, too; without a listener it would end the process.
      client.on('error', () => undefined);
      await client.connect().catch(rethrow);
      try {
        if (mustTakeWrites) await requireWrites(client);
      } catch (error) {
        await client.end();
        throw error;
      }
      return client;
    }),
  );
}

// too_many_connections: the server has none left for us, and nothing was sent. One of ours may become free, or one of others.
const tooMany = '53300';
const crowded = { codes: [tooMany], mostTries: 25, pauseMilliseconds: () => 100 + Math.random() * 200 };

/** Tries hosts one after another until one can be used, beginning with the last one that could. */
function hostsInTurn<Host>(hosts: readonly Host[]) {
  let last = 0;
  const inTurn = async <Result>(attempt: (host: Host) => Promise<Result>): Promise<Result> => {
    const failures: unknown[] = [];
    const order = [...hosts.entries()];
    for (const [index, host] of [...order.slice(last), ...order.slice(0, last)]) {
      try {
        const result = await attempt(host);
        last = index;
        return result;
      } catch (error) {
        // Another caller has found meanwhile that another host can be used.
        const isElsewhere = last !== index && hosts.length > 1;
        if (!isDatabaseUnavailable(error) || (isOwnLimit(error) && !isElsewhere)) throw error;
        failures.push(error);
      }
    }
    // Waiting helps then, whatever the other hosts say.
    throw failures.find((failure) => codeOf(failure) === tooMany) ?? failures[0];
  };
  /** The next attempts begin with another host: one that stands still would let each of them wait. */
  const leave = (host: Host) => {
    if (hosts[last] === host) last = (last + 1) % hosts.length;
  };
  return { inTurn, leave };
}

/** All connections that this process may have to the host are in use, so nothing is wrong with the host. */
const isOwnLimit = (error: unknown) =>
  error instanceof ConnectionLost && error.message.startsWith('timeout exceeded');

// read_only_sql_transaction
const readOnly = '25006';

/** The server takes no writes, as a replica does, or a former primary. */
export const isReadOnly = (error: unknown) => codeOf(error) === readOnly;

/** The server that was reached is a replica, or takes no writes for another reason. */
class TakesNoWrites extends Error {
  override name = 'TakesNoWrites';
  readonly code = readOnly;
}

// The types of the driver know the limit only of whole connections.
const writesQuestion = {
  text: 'show transaction_read_only',
  query_timeout: reaching.connectionTimeoutMillis,
};

async function requireWrites(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(writesQuestion).catch(rethrow);
  if (rows[0]?.transaction_read_only !== 'off') throw new TakesNoWrites('the server takes no writes');
}

/** The driver reports some lost connections only by their message. */
const isLost = (error: unknown): error is Error =>
  error instanceof Error && !('code' in error) && /terminated|timeout|not queryable/.test(error.message);

export function rethrow(error: unknown): never {
  throw isLost(error) ? new ConnectionLost(error.message, { cause: error }) : error;
}

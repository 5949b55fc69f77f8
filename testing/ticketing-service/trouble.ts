import { Client } from 'pg';
import { expect } from 'vitest';
import { catalogOf } from '@/service/ids/catalog-id';

/** Asks how many transactions of the database wait for a lock. */
export const lockWaits = (isCluster: boolean): string =>
  isCluster
    ? 'select count(distinct waiting_gpid) from citus_lock_waits'
    : `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Another client of the database, which locks counters for as long as the test wants. */
export interface Rival {
  /** Locks a counter until `unlock`; waits for a transaction that has locked it. */
  lock(counterId: string): Promise<void>;
  /** Locks a ticket of an order until `unlock`; waits for a transaction that has locked it. */
  lockTicket(id: string): Promise<void>;
  unlock(): Promise<void>;
  /** Resolves when so many transactions wait for a lock. */
  waiters(count: number): Promise<void>;
  /** How many deadlocks the database has resolved so far. */
  deadlocks(): Promise<number>;
  close(): Promise<void>;
}

/** Uses its own connection; the database never chooses it as the victim of a deadlock. */
export async function startRival(url: string): Promise<Rival> {
  const [client, watcher] = [new Client(url), new Client(url)];
  await Promise.all([client.connect(), watcher.connect()]);
  await client.query(`set deadlock_timeout = '1h'`);
  const { rows: cluster } = await watcher.query(`select 1 from pg_extension where extname = 'citus'`);
  const isCluster = cluster.length > 0;
  let isOpen = false;
  const number = async (query: string) => {
    const { rows } = await watcher.query<{ count: string }>(query);
    return Number(rows[0]?.count);
  };
  const lock = async (query: string, id: string) => {
    if (!isOpen) await client.query('begin');
    isOpen = true;
    await client.query(query, [catalogOf(id), id]);
  };
  return {
    lock: (counterId) =>
      lock('select from ticketing.counter where catalog_id = $1 and id = $2 for update', counterId),
    lockTicket: (id) =>
      lock('select from ticketing.item_ticket where catalog_id = $1 and id = $2 for update', id),
    unlock: async () => {
      isOpen = false;
      await client.query('rollback');
    },
    waiters: (count) =>
      expect
        .poll(() => number(lockWaits(isCluster)), { timeout: 10_000, interval: 20 })
        .toBeGreaterThanOrEqual(count),
    deadlocks: () =>
      number('select deadlocks as count from pg_stat_database where datname = current_database()'),
    close: async () => {
      await Promise.all([client.end(), watcher.end()]);
    },
  };
}

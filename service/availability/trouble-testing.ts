import { Client } from 'pg';
import { expect } from 'vitest';

/** Somebody else at the database, who locks counters as long as it pleases. */
export interface Rival {
  /** Locks a counter until `letGo`; waits for whoever has it. */
  lock(counterId: string): Promise<void>;
  /** The same for a ticket of an order. */
  lockTicket(id: string): Promise<void>;
  letGo(): Promise<void>;
  /** Resolves when so many wait for a lock. */
  waiters(count: number): Promise<void>;
  /** How many deadlocks the database has ended so far. */
  deadlocks(): Promise<number>;
  close(): Promise<void>;
}

/** Comes by a connection of its own; it is never the one that a deadlock is ended for. */
export async function startRival(url: string): Promise<Rival> {
  const [client, watcher] = [new Client(url), new Client(url)];
  await Promise.all([client.connect(), watcher.connect()]);
  await client.query(`set deadlock_timeout = '1h'`);
  let isOpen = false;
  const number = async (query: string) => {
    const { rows } = await watcher.query<{ count: string }>(query);
    return Number(rows[0]?.count);
  };
  const lock = async (query: string, id: string) => {
    if (!isOpen) await client.query('begin');
    isOpen = true;
    await client.query(query, [id]);
  };
  return {
    lock: (counterId) => lock('select from ticketing.counter where id = $1 for update', counterId),
    lockTicket: (id) => lock('select from ticketing.item_ticket where id = $1 for update', id),
    letGo: async () => {
      isOpen = false;
      await client.query('rollback');
    },
    waiters: (count) =>
      expect
        .poll(
          () =>
            number(`select count(*) from pg_stat_activity
                    where wait_event_type = 'Lock' and datname = current_database()`),
          { timeout: 10_000, interval: 20 },
        )
        .toBeGreaterThanOrEqual(count),
    deadlocks: () =>
      number('select deadlocks as count from pg_stat_database where datname = current_database()'),
    close: async () => {
      await Promise.all([client.end(), watcher.end()]);
    },
  };
}

import type { Pool } from 'pg';
import { counter, gauge } from '../metrics/registry';

const pools = new Set<Pool>();

gauge({
  name: 'database_connections',
  help: 'Connections of this program to its database, by what they do; waiting: work that waits for one',
  labelNames: ['state'],
  collect() {
    const sum = (count: (pool: Pool) => number) => [...pools].reduce((all, pool) => all + count(pool), 0);
    this.set(
      { state: 'used' },
      sum(({ totalCount, idleCount }) => totalCount - idleCount),
    );
    this.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    );
    this.set(
      { state: 'waiting' },
      sum(({ waitingCount }) => waitingCount),
    );
  },
});

/** The connections of a pool are counted until the returned function is called. */
export function countConnections(pool: Pool): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

export const statements = counter({
  name: 'database_statements_total',
  help: 'SQL statements that this program has sent',
});

export const transactions = counter({
  name: 'database_transactions_total',
  help: 'Transactions of several statements, by how they ended',
  labelNames: ['end'],
});

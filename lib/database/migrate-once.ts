import { setTimeout } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { connectAlone } from './connections';
import { type DatabaseOptions, DatabaseUnavailable } from './database';
import type { DatabaseAddress } from './database-url';
import { applyMigrations, readTablesState } from './migrate';

// insufficient_privilege
const missingRight = '42501';

// One number for all programs: their migrations wait for one another.
const migrationLock = 7_283_041;

/** A pooler refuses or loses them: there, its role has them. Our statements are short: compiling one takes longer than it saves. */
export const startParameters = { options: '-c jit=off' };

/**
 * Ten replicas may start together: the lock lets one migrate, and the others find nothing left to do. Resolves to whether the
 * database is one of Citus. Through a pooler nothing is migrated, because the lock is one of a connection.
 */
export async function migrateOnce(
  address: DatabaseAddress,
  { pooler, ...options }: Pick<DatabaseOptions, 'migrations' | 'schema' | 'pooler'>,
): Promise<boolean> {
  const client = await connectAlone(address, pooler === undefined ? startParameters : {});
  try {
    if (pooler !== undefined) await requireSettings(client);
    const connection = { query: (statement: string) => client.query(statement), isShared: true };
    const state = await readTablesState(connection, options);
    if (state === 'missing' || state === 'pending') {
      if (pooler !== undefined) throw new DatabaseUnavailable(notThroughPooler);
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

const notThroughPooler =
  'its tables are not those of this version, and can not be changed through a pooler. ' +
  'Run bin/ticketing migrate without DATABASE_POOLER, and with the address of PostgreSQL itself in DATABASE_URL';

/** Otherwise each connection sets them when it starts (postgres.ts). Throws DatabaseUnavailable. */
export async function requireSettings(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; jit: string; lock_timeout: string }>(
    `select quote_ident(current_user) as role, current_setting('jit') as jit,
       current_setting('lock_timeout') as lock_timeout`,
  );
  const [{ role, jit, lock_timeout: lockTimeout } = { role: '', jit: '', lock_timeout: '' }] = rows;
  const missing = [
    ...(jit === 'off' ? [] : [`alter role ${role} set jit = off;`]),
    ...(lockTimeout === '0' ? [`alter role ${role} set lock_timeout = '10s';`] : []),
  ];
  if (missing.length === 0) return;
  throw new DatabaseUnavailable(
    `through a pooler, its role needs settings of its own. Run ${missing.join(' ')} ` +
      'and let the pooler connect again (RECONNECT in PgBouncer)',
  );
}

function explainMissingRight(error: unknown): never {
  if (!(error instanceof DatabaseError) || error.code !== missingRight) throw error;
  throw new DatabaseUnavailable(
    `its tables are not those of this version, and the role may not change them (${error.message}). ` +
      'Run bin/ticketing migrate with the role that owns them',
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

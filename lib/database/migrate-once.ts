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

interface Limits {
  lockMilliseconds: number;
  statementMilliseconds: number;
}

/** Whatever its role has: an index of a large table takes as long as it needs. */
const unlimited: Limits = { lockMilliseconds: 0, statementMilliseconds: 0 };

/**
 * What a connection sets when it starts. A pooler refuses or loses it: there, its role has these settings. Our statements are
 * short: compiling one takes longer than it saves.
 */
export function startParameters({ lockMilliseconds, statementMilliseconds } = unlimited) {
  const limits = `-c lock_timeout=${lockMilliseconds} -c statement_timeout=${statementMilliseconds}`;
  return { options: `-c jit=off ${limits}` };
}

/** After so many seconds without an answer a connection counts as lost (decision 81). */
export const mostAnswerSeconds = 20;

/**
 * Ten replicas may start together: the lock lets one migrate, and the others find nothing left to do. Resolves to whether the
 * database is one of Citus. Through a pooler nothing is migrated, because the lock is one of a connection.
 */
export async function migrateOnce(
  address: DatabaseAddress,
  { pooler, ...options }: Pick<DatabaseOptions, 'migrations' | 'schema' | 'pooler'>,
): Promise<boolean> {
  const client = await connectAlone(address, pooler === undefined ? startParameters() : {});
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
  const { rows } = await client.query<{ set: string; isSet: boolean }>(
    `select format('alter role %I set %s = %s;', current_user, name, wanted) as set, case name
         when 'jit' then setting = 'off'
         when 'lock_timeout' then setting <> '0'
         else setting::int between 1 and $1 end as "isSet"
       from pg_settings join (values ('jit', 'off'), ('lock_timeout', '''10s'''), ('statement_timeout', '''15s'''))
         as needed (name, wanted) using (name)
       order by name`,
    [mostAnswerSeconds * 1000 - 1],
  );
  const missing = rows.flatMap(({ set, isSet }) => (isSet ? [] : [set]));
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

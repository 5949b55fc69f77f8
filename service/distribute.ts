import { Client } from 'pg';
import { z } from 'zod';
import { DatabaseUnavailable } from '@/lib/database/database';

// Parents first: a distributed table can only refer to tables that already are.
const ofCatalog = [
  'counter',
  'hold',
  'event',
  'form',
  'product',
  'session',
  'ticket',
  'offer',
  'catalog_change',
  'catalog_override',
  'feed_import',
  'session_change',
  'voucher',
  'reservation',
  'booking_order',
  'item_ticket',
  'cancellation',
  'document_file',
  'admission',
];
const tables = ['catalog', ...ofCatalog, 'idempotency_key'].map((name) => `ticketing.${name}`);

const stateRow = z.object({ isDistributed: z.boolean(), servers: z.int() });
const keyRow = z.object({ table: z.string(), name: z.string(), definition: z.string() });

/**
 * Distributes the tables of the service over the servers of a Citus cluster: all that belongs to one catalogue is on one
 * server, and each has all rows of `catalog`. All or nothing happens, and calls wait meanwhile. The tables may have rows.
 * Resolves to false if that was done before. Throws DatabaseUnavailable if the database is no such cluster.
 */
export async function distribute(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    if (await isDistributed(client)) return false;
    await client.query('begin');
    await distributeTables(client);
    await client.query('commit');
    return true;
  } finally {
    // Ends a transaction that did not commit.
    await client.end();
  }
}

async function isDistributed(client: Client): Promise<boolean> {
  const { rows: known } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (known.length === 0)
    throw new DatabaseUnavailable('The database has no extension citus: see docs/scaling.md.');
  const { rows } = await client.query(
    `select (select count(*)::int from pg_dist_node where shouldhaveshards and isactive) as servers,
       exists (select from pg_dist_partition where logicalrelid = 'ticketing.counter'::regclass) as "isDistributed"`,
  );
  const [state] = z.array(stateRow).parse(rows);
  if (state === undefined || state.servers === 0)
    throw new DatabaseUnavailable('The cluster has no servers for tables: add some with citus_add_node.');
  return state.isDistributed;
}

async function distributeTables(client: Client): Promise<void> {
  // Keys that refer to `catalog` need one connection to each server that does everything.
  await client.query('set local citus.multi_shard_modify_mode to sequential');
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  const { rows } = await client.query(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'ticketing'::regnamespace`,
  );
  const keys = z.array(keyRow).parse(rows);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`select create_reference_table('ticketing.catalog')`);
  const [first, ...others] = ofCatalog.map((name) => `ticketing.${name}`);
  await client.query(`select create_distributed_table($1, 'catalog_id')`, [first]);
  for (const table of others)
    await client.query(`select create_distributed_table($1, 'catalog_id', colocate_with => $2)`, [
      table,
      first,
    ]);
  // Each key is used alone, in a transaction of its own.
  await client.query(
    `select create_distributed_table('ticketing.idempotency_key', 'key', colocate_with => 'none')`,
  );
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

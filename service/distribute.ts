import type { Client } from 'pg';
import { z } from 'zod';
import { addressOf, connectAlone } from '@/lib/database/connections';
import { DatabaseUnavailable } from '@/lib/database/database';
import { inTransaction, locked } from '@/lib/database/migrate';
import { repeatAfter } from '@/lib/database/repeat';

// Parents first: a distributed table can only refer to tables that already are.
const ofCatalog = [
  'counter',
  'hold',
  'taken_seat',
  'seat_plan',
  'event',
  'form',
  'product',
  'session',
  'ticket',
  'offer',
  'catalog_change',
  'catalog_override',
  'feed_import',
  'catalog_draft',
  'catalog_revision',
  'session_change',
  'voucher_batch',
  'voucher',
  'reservation',
  'booking_order',
  'item_ticket',
  'cancellation',
  'document_file',
  'admission',
];

/** All tables of the service, and how each is distributed. */
export const distributions: readonly { table: string; distribute: string }[] = [
  // Each server has all of them.
  { table: 'catalog', distribute: 'create_reference_table($1)' },
  { table: 'secret', distribute: 'create_reference_table($1)' },
  // All that belongs to one catalogue is on one server.
  ...ofCatalog.map((table) => ({
    table,
    distribute:
      table === 'counter'
        ? `create_distributed_table($1, 'catalog_id', colocate_with => 'none')`
        : `create_distributed_table($1, 'catalog_id', colocate_with => 'ticketing.counter')`,
  })),
  // Each key is used alone, in a transaction of its own.
  {
    table: 'idempotency_key',
    distribute: `create_distributed_table($1, 'key', colocate_with => 'none')`,
  },
];

const serversRow = z.object({ servers: z.int() });
const tableRow = z.object({ table: z.string() });
const keyRow = z.object({ table: z.string(), name: z.string(), definition: z.string() });

/**
 * Distributes the tables of the service over the servers of a Citus cluster, also tables that have rows, and those that a later
 * version added. All or nothing happens, and calls wait meanwhile. Resolves to the tables that were not distributed before.
 * Throws DatabaseUnavailable if the database is no cluster.
 */
export async function distribute(url: string): Promise<string[]> {
  const client = await connectAlone(addressOf(url));
  try {
    await requireCluster(client);
    const pending = await pendingTables(client);
    const connection = { query: (statement: string) => client.query(statement) };
    const work = () => distributeTables(client, pending);
    if (pending.length > 0) await repeatAfter(locked, () => inTransaction(connection, work));
    return pending;
  } finally {
    await client.end();
  }
}

async function requireCluster(client: Client): Promise<void> {
  const { rows: extension } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (extension.length === 0)
    throw new DatabaseUnavailable('The database does not have the extension citus: see docs/scaling.md.');
  const { rows } = await client.query(
    'select count(*)::int as servers from pg_dist_node where shouldhaveshards and isactive',
  );
  if (serversRow.parse(rows[0]).servers === 0)
    throw new DatabaseUnavailable('The cluster has no servers for tables: add one with citus_add_node.');
}

/** In the order of `distributions`. */
async function pendingTables(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select tablename as "table" from pg_tables where schemaname = 'ticketing' and not exists (
       select from pg_dist_partition where logicalrelid = format('ticketing.%I', tablename)::regclass)`,
  );
  const pending = z.array(tableRow).parse(rows);
  return distributions
    .map(({ table }) => table)
    .filter((name) => pending.some(({ table }) => table === name));
}

async function distributeTables(client: Client, pending: readonly string[]): Promise<void> {
  // Keys that refer to `catalog` need one connection to each server that does everything.
  await client.query('set local citus.multi_shard_modify_mode to sequential');
  const tables = pending.map((table) => `ticketing.${table}`);
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  const { rows } = await client.query(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])`,
    [tables],
  );
  const keys = z.array(keyRow).parse(rows);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, distribute: call } of distributions)
    if (pending.includes(table)) await client.query(`select ${call}`, [`ticketing.${table}`]);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

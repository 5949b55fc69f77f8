import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { z } from 'zod';
import { openPostgres } from '@/lib/database/postgres';
import { distribute } from '@/service/distribute';
import type { TestServer } from './server';

const migrations = fileURLToPath(new URL('../../service/migrations', import.meta.url));

/** The coordinator of a Citus cluster on which the tests of the service run instead of one PostgreSQL. */
export const citusUrl = process.env['TEST_CITUS_URL'];

const nodeRow = z.object({ host: z.string(), port: z.int(), isCoordinator: z.boolean() });

/** Databases on all servers of a cluster. They are dropped at `stop`. */
export interface Cluster extends TestServer {
  /** One without tables; those of `createDatabase` have the tables of the service, distributed. */
  createEmpty(): Promise<string>;
}

export function citusServer(url: string): Cluster {
  const made: string[] = [];
  const createEmpty = async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    made.push(name);
    const nodes = await readNodes(url);
    for (const node of nodes) {
      await ask(at(url, node, 'postgres'), [
        'set citus.enable_create_database_propagation = off',
        `create database ${name}`,
      ]);
      await ask(at(url, node, name), ['create extension citus']);
    }
    const created = at(url, undefined, name);
    await ask(
      created,
      nodes.map(({ host, port, isCoordinator }) =>
        isCoordinator
          ? `select citus_set_coordinator_host('${host}', ${port})`
          : `select citus_add_node('${host}', ${port})`,
      ),
    );
    return created;
  };
  return {
    createEmpty,
    createDatabase: async () => {
      const created = await createEmpty();
      const database = await openPostgres({ url: created, migrations, schema: 'ticketing_migrations' });
      await database.close();
      await distribute(created);
      return created;
    },
    stop: async () => {
      const nodes = await readNodes(url);
      for (const name of made)
        for (const node of nodes)
          await ask(at(url, node, 'postgres'), [`drop database if exists ${name} with (force)`]);
    },
  };
}

/** The coordinator first, because a server that is added must know the coordinator's address. */
async function readNodes(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
  );
  await client.end();
  return z.array(nodeRow).parse(rows);
}

function at(url: string, node: { host: string; port: number } | undefined, database: string): string {
  const address = new URL(url);
  if (node !== undefined) [address.hostname, address.port] = [node.host, String(node.port)];
  address.pathname = `/${database}`;
  return address.toString();
}

async function ask(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

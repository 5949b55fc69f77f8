import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { differentPorts } from '@/testing/free-port';
import { isInstalled } from '@/testing/is-installed';
import { killWhole, signalWhole } from '@/testing/process-tree';
import {
  etcdSettings,
  type Name,
  names,
  passwords,
  patroniSettings,
  type Place as Settings,
  type Ports,
  proxySettings,
} from './patroni-settings';
import { ordinaryUser } from './postgres';

const binaries = '/usr/lib/postgresql/15/bin';

/** What `startPatroni` needs, by their names in Debian; empty: everything is installed. */
export const missingPackages = [
  ...(isInstalled('patroni', '--version') ? [] : ['patroni']),
  ...(isInstalled('etcd', '--version') ? [] : ['etcd-server']),
  ...(isInstalled('haproxy', '-v') ? [] : ['haproxy']),
  ...(existsSync(join(binaries, 'postgres')) ? [] : ['postgresql-15']),
];

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy, on one machine. */
export interface PatroniCluster {
  /** A new database: its address through HAProxy, and with all three hosts. */
  createDatabase(name: string): Promise<{ proxied: string; direct: string }>;
  /** Resolves to the leader when both others follow it, and one of them has every commit. */
  settled(): Promise<PatroniNode>;
  /** The last lines of the output of all programs. */
  output(): string;
  stop(): Promise<void>;
}

export interface PatroniNode {
  readonly name: Name;
  /** kill -9 of Patroni and PostgreSQL; the resolved function starts Patroni again. */
  kill(): Promise<() => Promise<void>>;
  /** SIGSTOP to everything, etcd too; the resolved function lets it go on. */
  freeze(): Promise<() => Promise<void>>;
}

interface Machine extends PatroniNode {
  readonly ports: Ports;
  output(): string;
}

interface Place extends Settings {
  folder: string;
  user: { uid: number; gid: number } | undefined;
  /** Ends what was started, the last one first. */
  ending: (() => Promise<void>)[];
}

/** Starts everything, in a temporary folder and on free ports; resolves when the cluster is complete. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'patroni-'));
  await chmod(folder, 0o755);
  const [proxyPort = 0, ...free] = await differentPorts(1 + 4 * names.length);
  const ports = new Map(names.map((name, index) => [name, portsFrom(free.slice(4 * index))]));
  const place: Place = {
    folder,
    ports,
    user: await ordinaryUser(folder),
    password: randomBytes(12).toString('hex'),
    ending: [],
  };
  const stop = async () => {
    for (const one of place.ending.reverse()) await one();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const proxy = await startProxy(place, proxyPort);
    const machines = await Promise.all(names.map((name) => startMachine(place, name)));
    const output = () => [proxy, ...machines].map((one) => one.output()).join('\n');
    const settled = () => settledLeader(machines, output);
    await settled();
    return { settled, output, stop, createDatabase: (name) => createDatabase(place, proxyPort, name) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabase({ password, ports }: Place, proxyPort: number, name: string) {
  const hosts = [...ports.values()].map(({ postgres }) => `127.0.0.1:${postgres}`).join(',');
  await ask(
    `postgres://postgres:${password}@127.0.0.1:${proxyPort}/postgres`,
    `create role ${name} login password '${password}'`,
    `create database ${name} owner ${name}`,
  );
  const login = `postgres://${name}:${password}@`;
  return {
    proxied: `${login}127.0.0.1:${proxyPort}/${name}`,
    direct: `${login}${hosts}/${name}?target_session_attrs=read-write`,
  };
}

const portsFrom = ([client = 0, peer = 0, rest = 0, postgres = 0]: readonly number[]): Ports => ({
  client,
  peer,
  rest,
  postgres,
});

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

interface Running {
  child: ChildProcess;
  output(): string;
}

function run(
  { folder, user, ending }: Place,
  program: string,
  parameters: readonly string[],
  env: Record<string, string> = {},
): Running {
  const child = spawn(program, parameters, {
    ...user,
    cwd: folder,
    env: { ...process.env, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ending.push(() => end(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-6_000)));
  child.once('error', (error) => (said += error.message));
  return { child, output: () => `${program}:\n${said}` };
}

async function startProxy(place: Place, port: number) {
  const file = join(place.folder, 'haproxy.cfg');
  await writeFile(file, await proxySettings(place, port));
  return run(place, 'haproxy', ['-db', '-f', file]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function startMachine(place: Place, name: Name): Promise<Machine> {
  const ports = place.ports.get(name);
  if (ports === undefined) throw new Error(`no ports for ${name}`);
  const home = join(place.folder, name);
  await mkdir(home);
  if (place.user !== undefined) await chown(home, place.user.uid, place.user.gid);
  const etcd = run(place, 'etcd', [], await etcdSettings(place, name, home));
  const file = join(home, 'patroni.yml');
  await writeFile(file, await patroniSettings(place, name, home));
  const startPatroniAlone = () => run(place, 'patroni', [file], passwords(place));
  let patroni = startPatroniAlone();
  // Patroni lets PostgreSQL run by itself.
  const postmaster = async () => {
    const text = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = text.split('\n')[0] ?? '';
    // The file of one that was killed stays, and its number may be that of another program now.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(home) ? [Number(pid)] : [];
  };
  const killBoth = async () => {
    await end(patroni.child);
    for (const pid of await postmaster()) await killWhole(pid);
  };
  place.ending.push(killBoth);
  const whole = async () =>
    [patroni.child, etcd.child].flatMap(({ pid }) => pid ?? []).concat(await postmaster());
  return {
    name,
    ports,
    output: () => `${name}: ${etcd.output()}\n${patroni.output()}`,
    kill: async () => {
      await killBoth();
      return () => {
        patroni = startPatroniAlone();
        return Promise.resolve();
      };
    },
    freeze: async () => {
      for (const pid of await whole()) await signalWhole(pid, 'SIGSTOP');
      return async () => {
        for (const pid of await whole()) await signalWhole(pid, 'SIGCONT');
      };
    },
  };
}

const clusterSchema = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.int().optional(),
      lag: z.union([z.int(), z.string()]).optional(),
    }),
  ),
});

const patienceMilliseconds = 240_000;
// Bytes of the log.
const mostLag = 1_000_000;

/** The leader, by its own word, if the cluster is complete as it sees it. A machine that has just gone on may be wrong. */
async function settledLeader(machines: readonly Machine[], output: () => string): Promise<Machine> {
  const end = performance.now() + patienceMilliseconds;
  while (performance.now() < end) {
    for (const machine of machines) {
      if ((await answerOf(machine, '/primary'))?.status !== 200) continue;
      const answer = await answerOf(machine, '/cluster');
      if (answer !== null && isComplete(clusterSchema.parse(await answer.json()), machine)) return machine;
    }
    await pause(250);
  }
  throw new Error(`the cluster is not complete:\n${output()}`);
}

function isComplete({ members }: z.infer<typeof clusterSchema>, { name }: Machine): boolean {
  const leader = members.find((member) => member.name === name && member.role === 'leader');
  return (
    members.length === names.length &&
    members.every(
      ({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader?.timeline,
    ) &&
    members.every(({ role, lag }) => role === 'leader' || Number(lag) < mostLag) &&
    members.some(({ role }) => role === 'sync_standby')
  );
}

/** Null: it has not started, or stands still. */
const answerOf = ({ ports }: Machine, path: string) =>
  fetch(`http://127.0.0.1:${ports.rest}${path}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);

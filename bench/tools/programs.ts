import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A running program that the bench started. */
export interface Program {
  pid: number;
  isRunning(): boolean;
  /** Sends SIGTERM, and kills it after ten seconds. */
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
  /** Resident memory, in MB. */
  memory(): Promise<number>;
  /** The processor time that it has used. Linux only. */
  cpuSeconds(): Promise<number>;
  /** The last lines of its output. */
  output(): Promise<string>;
}

/** How to install programs that are missing. */
const packages: Readonly<Record<string, string>> = {
  wrk: 'wrk',
  pgbench: 'postgresql-contrib',
};

// Every program that still runs, so that each is ended by its own id and no other program is.
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program that runs until it is stopped; its output goes to a file. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env, log }: { cwd: string; env: Readonly<Record<string, string>>; log: string },
): Program {
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd,
    // Only the variables of our environment that find programs, so that nothing else changes the results.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  ended.catch(() => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  const end = async (signal: NodeJS.Signals) => {
    if (!running.has(child)) return;
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(force);
  };
  return {
    pid,
    isRunning: () => running.has(child),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    memory: () => residentMemory(pid),
    cpuSeconds: () => processorTime(pid),
    output: async () => (await readFile(log, 'utf8')).slice(-2000),
  };
}

const typescript = (program: URL): string[] => ['--import', 'tsx', fileURLToPath(program)];

/** Headers that the connection itself adds, which a bare server with the same answer does not copy. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
]);

const startMilliseconds = 60_000;

/** Asks a program until it answers; throws what it has written if it ends, or does not answer within a minute. */
export async function untilAnswering(
  program: Pick<Program, 'isRunning' | 'output'>,
  ask: () => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + startMilliseconds;
  const isAnswered = () =>
    ask().then(
      () => true,
      () => false,
    );
  while (!(await isAnswered())) {
    if (!program.isRunning() || performance.now() > end)
      throw new Error(`a program did not answer:\n${await program.output()}`);
    await pause(100);
  }
}

/** Starts a bare server, which is the limit of a measurement: a TypeScript program of the bench. */
export function startBareServer(program: URL, args: readonly string[], log: string): Program {
  const env = { NODE_ENV: 'production' };
  return startProgram(process.execPath, [...typescript(program), ...args], { cwd: process.cwd(), env, log });
}

/** Runs a TypeScript program of the bench with a task in a file; resolves to the report that it prints as JSON. */
export async function runTask(program: URL, folder: string, task: object): Promise<unknown> {
  const file = join(folder, `task-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(task));
  return JSON.parse(await runProgram(process.execPath, [...typescript(program), file]));
}

/** Runs a program to its end and resolves to its output. Throws a sentence if it fails or is missing. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { input?: string } = {},
): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  running.add(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return printed.out;
    throw new Error(
      `${command} ended with ${code ?? 'a signal'}: ${(printed.err + printed.out).slice(-1000)}`,
    );
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
    throw new Error(`${command} is missing: apt-get install ${packages[command] ?? command}.`, {
      cause: error,
    });
  } finally {
    running.delete(child);
  }
}

/** Resident memory of a process, in MB. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}

/** The processor time that a process has used, in seconds: user and system time (proc_pid_stat(5), fields 14 and 15, of which Linux counts 100 a second). */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in field 2 may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

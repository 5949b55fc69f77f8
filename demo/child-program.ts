import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from './env';
import { hasCode } from './common/files';

export interface ProgramOptions {
  readonly name: string;
  /** Arguments for node. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** The folder of the project in which it runs; default: this process's. */
  readonly cwd?: string;
  /** The file of its output; the output of the previous run is kept as NAME.previous. */
  readonly logFile: string;
}

export interface ChildProgram {
  readonly name: string;
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  readonly logFile: string;
  /** Resolves with the exit status when the program has ended. */
  readonly ended: Promise<string>;
  isRunning(): boolean;
  /** Sends SIGTERM, and kills it if it takes longer than `graceMs`. */
  stop(graceMs: number): Promise<void>;
  kill(): void;
  /** The last lines of its log. */
  lastLines(): Promise<string>;
}

const LAST_LINES = 20;

/** Starts a node program in its own process group, so that a terminal's Ctrl-C does not reach it directly. */
export function startProgram({ name, args, env, cwd, logFile }: ProgramOptions): ChildProgram {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  keepPrevious(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, ['--import', './demo/parent-watch.mjs', ...args], {
    env: env as NodeJS.ProcessEnv,
    cwd,
    stdio: ['ignore', log, log, 'ipc'],
    detached: process.platform !== 'win32',
  });
  closeSync(log);
  let running = true;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      running = false;
      resolve(`could not be started (${error.message})`);
    });
    child.once('exit', (code, signal) => {
      running = false;
      resolve(code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`);
    });
  });
  return {
    name,
    pid: child.pid,
    logFile,
    ended,
    isRunning: () => running,
    stop: async (graceMs) => {
      if (!running) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => killGroup(child), graceMs);
      await ended;
      clearTimeout(force);
    },
    kill: () => {
      if (running) killGroup(child);
    },
    lastLines: async () => {
      const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
      return lines.slice(-LAST_LINES).join('\n');
    },
  };
}

function keepPrevious(logFile: string): void {
  try {
    renameSync(logFile, `${logFile}.previous`);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Ends the program and the processes that it has started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}

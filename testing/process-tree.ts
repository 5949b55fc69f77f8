import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The processes that this one has started, and that still run. */
export async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return processes.flatMap(([pid, its]) => (pid !== undefined && its === parent ? pid : []));
}

/** Sends a signal to a process, unless it has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
  }
}

/** Kills a process and those that it has started, each by its id. It is stopped first, so that it starts no new ones. */
export async function killWhole(pid: number): Promise<void> {
  signal(pid, 'SIGSTOP');
  const children = await childrenOf(pid);
  for (const one of [pid, ...children]) signal(one, 'SIGKILL');
}

/** Stops a process and those that it has started (SIGSTOP), or lets all of them go on (SIGCONT). */
export async function signalWhole(pid: number, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  signal(pid, name);
  for (const child of await childrenOf(pid)) signal(child, name);
}

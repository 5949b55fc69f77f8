import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export interface Processes {
  /** How many processes share the port. */
  readonly count: number;
  /** Runs the program in this process. Rejects if it can't start. */
  readonly run: () => Promise<void>;
  /** Called with the exit code, the signal, or the error of a process that ended by itself; another one replaces it. */
  readonly onEnded: (why: string) => void;
}

/** How long after the end of a process another one is started; doubled while they end before they listen. */
const pause = { shortest: 1_000, longest: 60_000 };

/**
 * Runs a program in one process, or in several that accept connections at one port (node:cluster). Then this process
 * only starts them, replaces those that end, and passes SIGTERM and SIGINT on; it ends with them. If the first process can't
 * start, no other is started, and the exit code is 1.
 */
export async function runProcesses({ count, run, onEnded }: Processes): Promise<void> {
  // Whoever has files to open anew does so (lib/log/security-log.ts). Without a listener the signal would end the process.
  process.on('SIGHUP', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGHUP');
  });
  if (cluster.isWorker || count === 1) return run();
  let isStopping = false;
  let hasListened = false;
  let pauseMilliseconds = pause.shortest;
  const running = new Set<Worker>();
  const stop = () => {
    isStopping = true;
    for (const worker of running) worker.process.kill('SIGTERM');
    if (running.size === 0) process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  const start = (): Worker => {
    const worker = cluster.fork();
    running.add(worker);
    worker.once('listening', () => {
      hasListened = true;
      pauseMilliseconds = pause.shortest;
    });
    const ended = (why: string) => {
      // A process that could not be made reports an error, and may report its end as well.
      if (!running.delete(worker)) return;
      if (isStopping || !hasListened) {
        if (!isStopping) process.exitCode = 1;
        stop();
        return;
      }
      onEnded(why);
      void setTimeout(pauseMilliseconds).then(() => (isStopping ? undefined : start()));
      pauseMilliseconds = Math.min(pause.longest, 2 * pauseMilliseconds);
    };
    worker.once('error', ({ message }: Error) => ended(message));
    worker.once('exit', (code: number | null, signal: string | null) => ended(signal ?? `exit code ${code}`));
    return worker;
  };
  await once(start(), 'listening');
  for (let further = 1; further < count; further += 1) start();
}

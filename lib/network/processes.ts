import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

export interface Processes {
  /** How many processes share the port. */
  readonly count: number;
  /** Runs the program in this process. Rejects if it can't start. */
  readonly run: () => Promise<void>;
  /** Called with the exit code or the signal of a process that ended by itself; another one replaces it. */
  readonly onEnded: (why: string) => void;
}

/** A process that ends at once should not be started again at once. */
const pauseMilliseconds = 1_000;

/**
 * Runs a program in one process, or in several that accept connections at one port (node:cluster). Then this process
 * only starts them, replaces those that end, and passes SIGTERM and SIGINT on; it ends with them. If the first can't
 * start, no other is started, and the exit code is 1.
 */
export async function runProcesses({ count, run, onEnded }: Processes): Promise<void> {
  if (cluster.isWorker || count === 1) return run();
  let isStopping = false;
  const running = new Set<Worker>();
  const stop = () => {
    isStopping = true;
    for (const worker of running) worker.process.kill('SIGTERM');
    if (running.size === 0) process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  const start = (): Worker => {
    const worker = cluster.fork();
    let isListening = false;
    running.add(worker);
    worker.once('listening', () => (isListening = true));
    worker.once('exit', (code: number | null, signal: string | null) => {
      running.delete(worker);
      if (isStopping || !isListening) {
        if (!isStopping) process.exitCode = 1;
        stop();
        return;
      }
      onEnded(signal ?? `exit code ${code}`);
      void setTimeout(pauseMilliseconds).then(() => (isStopping ? undefined : start()));
    });
    return worker;
  };
  await once(start(), 'listening');
  for (let further = 1; further < count; further += 1) start();
}

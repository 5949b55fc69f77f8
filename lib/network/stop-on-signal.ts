import { setTimeout } from 'node:timers/promises';

/**
 * Ends the process at SIGTERM or SIGINT: load balancers see what `announce` says first, and send the next requests to other
 * processes; after `drainSeconds` everything is closed.
 */
export function stopOnSignal(drainSeconds: number, announce: () => void, close: () => Promise<void>): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    announce();
    await setTimeout(drainSeconds * 1000);
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop());
}

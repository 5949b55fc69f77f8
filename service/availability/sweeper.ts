import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '@/lib/database/database';

const batch = 500;

// Of the time that a batch took. Without rest, tidying would slow those down who hold and buy meanwhile.
const rest = 0.4;

/** Tidies at most `most` things away; resolves to how many. */
export type Sweep = (transaction: Transaction, most: number) => Promise<number>;

/**
 * Tidies expired things away now and then, in batches. Nothing waits for it: what has expired does not count, swept
 * or not.
 */
export function startSweeper(
  database: Database,
  sweeps: readonly Sweep[],
  { everySeconds, onError }: { everySeconds: number; onError: (error: unknown) => void },
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const sweep = async () => {
    try {
      for (const tidy of sweeps) {
        for (;;) {
          const began = performance.now();
          if (stopped || (await database.transaction((transaction) => tidy(transaction, batch))) === 0) break;
          await pause((performance.now() - began) * rest, undefined, { ref: false });
        }
      }
    } catch (error) {
      onError(error);
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => void sweep(), everySeconds * 1000);
    timer.unref();
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

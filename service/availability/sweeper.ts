import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '@/lib/database/database';

const batch = 500;

// A fraction of the time that a batch took. Without this pause, sweeping would slow down holds and orders.
const rest = 0.4;

/** Deletes or releases at most `most` expired things; resolves to how many. */
export type Sweep = (transaction: Transaction, most: number) => Promise<number>;

/** Removes expired things in batches. No request waits for it: expired holds do not count, swept or not. */
export function startSweeper(
  database: Database,
  sweeps: readonly Sweep[],
  { everySeconds, onError }: { everySeconds: number; onError: (error: unknown) => void },
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const sweep = async () => {
    for (const tidy of sweeps) {
      try {
        for (;;) {
          const began = performance.now();
          if (stopped || (await database.transaction((transaction) => tidy(transaction, batch))) === 0) break;
          await pause((performance.now() - began) * rest, undefined, { ref: false });
        }
      } catch (error) {
        // What can't be removed does not keep the rest.
        onError(error);
      }
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

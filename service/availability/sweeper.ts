import type { Database } from '@/lib/database/database';
import { sweepExpired } from './hold-store';

const batch = 500;

/**
 * Tidies expired holds away now and then, so that counters stay near what is true. Nothing waits for it: what has
 * expired does not count, swept or not.
 */
export function startSweeper(
  database: Database,
  { everySeconds, onError }: { everySeconds: number; onError: (error: unknown) => void },
): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const sweep = async () => {
    try {
      while (!stopped && (await database.transaction((transaction) => sweepExpired(transaction, batch))) > 0);
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

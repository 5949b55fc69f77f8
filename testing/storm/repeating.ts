import { setTimeout as pause } from 'node:timers/promises';

/** Something that is done again and again, beside what else happens. */
export interface Repeating {
  /** Resolves when it is not done any more; rejects if it has failed. */
  stop(): Promise<void>;
}

export function repeatEvery(milliseconds: number, act: () => Promise<void>): Repeating {
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      await act();
      await pause(milliseconds);
    }
  })();
  // It is reported when it is stopped.
  working.catch(() => undefined);
  return {
    stop: () => {
      isOver = true;
      return working;
    },
  };
}

const pollMilliseconds = 1_000;

export interface Pool {
  /** Looks for jobs at once instead of at the next poll. */
  wake(): void;
  /** Finishes the running jobs, then stops. */
  stop(): Promise<void>;
}

export interface PoolOptions {
  concurrency: number;
  /** Takes at most so many jobs that are due; resolves to their identifiers. */
  take: (limit: number) => Promise<string[]>;
  work: (id: string) => Promise<void>;
  /** Called with errors of `take` or `work`; the job is tried again when its lease ends. */
  failed: (error: unknown) => void;
}

/**
 * Works on jobs of one kind, so many at once, and takes the next one as soon as one is done: a slow job
 * blocks one place, not all of them. Looks for jobs when woken, when a job is done, and once a second.
 */
export function startPool({ concurrency, take, work, failed }: PoolOptions): Pool {
  const running = new Set<Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | null = null;
  let again = false;

  const start = (id: string): void => {
    const job = work(id)
      .catch(failed)
      .finally(() => {
        running.delete(job);
        wake();
      });
    running.add(job);
  };
  const fill = async (): Promise<void> => {
    do {
      again = false;
      const free = concurrency - running.size;
      if (free === 0) return;
      const ids = await take(free);
      ids.forEach(start);
      if (ids.length === free) again = true;
    } while (again && !stopped);
  };
  const wake = (): void => {
    if (stopped) return;
    again = true;
    clearTimeout(timer);
    filling ??= fill()
      .catch((error: unknown) => {
        again = false;
        failed(error);
      })
      .finally(() => {
        filling = null;
        if (stopped) return;
        // Woken after the last look for jobs and before this moment.
        if (again) wake();
        else timer = setTimeout(wake, pollMilliseconds);
      });
  };
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await filling;
      await Promise.all(running);
    },
  };
}

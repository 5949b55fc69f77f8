/** Counters that had nothing left a moment ago, so that many requests for them need not ask the database. */
export interface SoldOut {
  /** Call it only with what a committed transaction read. */
  remember(counterId: string): void;
  has(counterId: string): boolean;
  /** Deletes all entries, because units were released or a limit was changed. */
  forget(): void;
}

const mostCounters = 10_000;

/** For a quarter of a second it may refuse units that another process has released. It never grants any. */
export function soldOutCache(seconds = 0.25): SoldOut {
  const until = new Map<string, number>();
  return {
    remember: (counterId) => {
      if (until.size >= mostCounters) until.clear();
      until.set(counterId, performance.now() + seconds * 1000);
    },
    has: (counterId) => (until.get(counterId) ?? 0) > performance.now(),
    forget: () => until.clear(),
  };
}

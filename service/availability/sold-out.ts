/** Counters that had nothing left a moment ago, so that a rush at them need not ask the database. */
export interface SoldOut {
  /** To be called only with what a committed transaction read. */
  remember(counterId: string): void;
  has(counterId: string): boolean;
  /** Forgets all: something was given back, or a limit was changed. */
  forget(): void;
}

const mostCounters = 10_000;

/**
 * A memory of at most a quarter of a second: for so long it may keep units back that another process freed; it never
 * grants any.
 */
export function soldOutMemory(seconds = 0.25): SoldOut {
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

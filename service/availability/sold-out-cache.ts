/**
 * Counters that had nothing left a moment ago, so that many requests for them need not ask the database. `atDesk`: for a sales
 * desk, for which places may be kept.
 */
export interface SoldOut {
  /** Call it only with what a committed transaction read. */
  remember(counterId: string, atDesk: boolean): void;
  has(counterId: string, atDesk: boolean): boolean;
  /** Deletes all entries, because units were released or a limit was changed. */
  forget(): void;
}

const mostCounters = 10_000;

/** For a quarter of a second it may refuse units that another process has released. It never grants any. */
export function soldOutCache(seconds = 0.25): SoldOut {
  const forAll = new Map<string, number>();
  const forDesks = new Map<string, number>();
  const of = (atDesk: boolean) => (atDesk ? forDesks : forAll);
  return {
    remember: (counterId, atDesk) => {
      const until = of(atDesk);
      if (until.size >= mostCounters) until.clear();
      until.set(counterId, performance.now() + seconds * 1000);
    },
    has: (counterId, atDesk) => (of(atDesk).get(counterId) ?? 0) > performance.now(),
    forget: () => {
      forAll.clear();
      forDesks.clear();
    },
  };
}

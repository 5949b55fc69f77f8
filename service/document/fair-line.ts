import { LRUCache } from 'lru-cache';

interface Waiting {
  readonly owner: string;
  begin(): void;
}

interface FairLineOptions {
  /** How much work of one owner may wait, and how much of all together. */
  readonly mostOfOne: number;
  readonly mostOfAll: number;
  /** Milliseconds since any moment. */
  readonly clock?: () => number;
}

/** For so long it is remembered how much time an owner has used. */
const rememberedMilliseconds = 5 * 60_000;

/**
 * Does work one after another. Next is always the owner whose work has taken the least time lately, so that one with much
 * or slow work delays only its own.
 */
export function fairLine({ mostOfOne, mostOfAll, clock = () => performance.now() }: FairLineOptions) {
  const waiting: Waiting[] = [];
  const used = new LRUCache<string, number>({ max: 10_000, ttl: rememberedMilliseconds });
  let isBusy = false;
  const usedBy = (owner: string) => used.get(owner) ?? 0;
  const beginNext = () => {
    const [first, ...others] = waiting;
    if (first === undefined) {
      isBusy = false;
      return;
    }
    const next = others.reduce((best, one) => (usedBy(one.owner) < usedBy(best.owner) ? one : best), first);
    waiting.splice(waiting.indexOf(next), 1);
    next.begin();
  };
  return {
    /** Whether so much waits that no more work of this owner is taken. */
    isFull: (owner: string): boolean =>
      waiting.length >= mostOfAll || waiting.filter((one) => one.owner === owner).length >= mostOfOne,
    run: async <Result>(owner: string, work: () => Promise<Result>): Promise<Result> => {
      if (isBusy) await new Promise<void>((begin) => waiting.push({ owner, begin }));
      isBusy = true;
      const started = clock();
      try {
        return await work();
      } finally {
        used.set(owner, usedBy(owner) + clock() - started);
        beginNext();
      }
    },
  };
}

export interface RetryTimeOptions {
  /** Milliseconds, by a clock that is never set back. */
  readonly now?: () => number;
  /** From 0 to 1. */
  readonly random?: () => number;
}

const shortest = 5;
const longest = 60;
/** So many visitors may come back in each second: refusing them takes less than a tenth of a core. */
const comingBack = 100;

/**
 * After how many seconds a refused visitor should come back. The time grows while more visitors are refused than can be
 * refused easily, and shrinks again; visitors who were refused at once do not come back at once.
 */
export function retryTime({
  now = () => performance.now(),
  random = Math.random,
}: RetryTimeOptions = {}): () => number {
  let seconds = shortest;
  let since = now();
  let refused = 0;
  return () => {
    const passed = (now() - since) / 1000;
    if (passed >= 1) {
      const factor = Math.min(2, Math.max(0.5, refused / passed / comingBack));
      seconds = Math.min(longest, Math.max(shortest, seconds * factor));
      [since, refused] = [now(), 0];
    }
    refused += 1;
    return Math.round(seconds * (0.75 + random() / 2));
  };
}

/** Equal lines are counted for so long. */
const everyMilliseconds = 60_000;

/** Writes a line; `times`: it stands for so many more of its kind. */
export type WriteLine = (times?: number) => void;

/**
 * Writes the `first` of equal lines, and then once a minute how many more there were, while they continue. So an event that
 * a client or an outage repeats can't fill the disk.
 */
export function repeatedLines(first = 1) {
  const counts = new Map<string, number>();
  return {
    has: (key: string): boolean => counts.has(key),
    /** How many kinds are counted now. */
    get size(): number {
      return counts.size;
    },
    take: (key: string, write: WriteLine): void => {
      const before = counts.get(key);
      counts.set(key, (before ?? 0) + 1);
      if ((before ?? 0) < first) write();
      if (before !== undefined) return;
      setTimeout(() => {
        const more = (counts.get(key) ?? 0) - first;
        counts.delete(key);
        if (more > 0) write(more);
      }, everyMilliseconds).unref();
    },
  };
}

/** There are too many pages to render: this one was not begun. */
export class Overloaded extends Error {
  constructor() {
    super('too many pages are waiting to be rendered');
  }
}

export interface RenderLimitOptions {
  /** How many pages are rendered at once. With more, each step of a transaction would wait longer for the others. */
  readonly atOnce?: number;
  /** How many may wait for their turn, in each of the two lines. */
  readonly mostWaiting?: number;
  /** How long one waits for its turn before it is refused. */
  readonly patienceMilliseconds?: number;
}

export interface Turn {
  /** It comes before most others that wait. */
  readonly first?: boolean;
  /** How long it waits, if not as long as all others. */
  readonly patienceMilliseconds?: number;
}

export type RenderLimit = <Result>(work: () => Promise<Result>, turn?: Turn) => Promise<Result>;

interface Waiting {
  begin(): void;
}

/**
 * Bounds how many pages are rendered at once, and how many wait, so that each visitor has an answer in a short time
 * however many come. Rejects with Overloaded when a page's turn does not come in time.
 */
export function renderLimit(options: RenderLimitOptions = {}): RenderLimit {
  const { atOnce = 12, mostWaiting = 1_000, patienceMilliseconds: usual = 1_200 } = options;
  const lines = { first: new Set<Waiting>(), others: new Set<Waiting>() };
  let running = 0;
  let turns = 0;

  /** The turn passes to the next in line, or becomes free. */
  const pass = (): void => {
    turns += 1;
    // Whoever pretends to come first can't keep all others waiting.
    const isForOthers = turns % 4 === 0;
    for (const line of isForOthers ? [lines.others, lines.first] : [lines.first, lines.others]) {
      const [next] = line;
      if (next === undefined) continue;
      line.delete(next);
      next.begin();
      return;
    }
    running -= 1;
  };
  const turnOf = (line: Set<Waiting>, patienceMilliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.delete(waiting);
        reject(new Overloaded());
      }, patienceMilliseconds);
      line.add(waiting);
    });

  return async (work, { first = false, patienceMilliseconds = usual } = {}) => {
    if (running < atOnce) {
      running += 1;
    } else {
      const line = first ? lines.first : lines.others;
      if (line.size >= mostWaiting) throw new Overloaded();
      await turnOf(line, patienceMilliseconds);
    }
    try {
      return await work();
    } finally {
      pass();
    }
  };
}

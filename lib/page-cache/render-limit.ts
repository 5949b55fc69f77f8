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

/**
 * Waits for something else than rendering: others have the turn in the meantime, and afterwards this page has one again
 * before most others.
 */
export type StepAside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** Does the work when its turn has come. */
type InTurn = <Result>(work: (stepAside: StepAside) => Promise<Result>, turn?: Turn) => Promise<Result>;

export interface RenderLimit extends InTurn {
  /** How many pages are rendered now, and how many wait for their turn. */
  readonly counts: () => { readonly rendering: number; readonly waiting: number };
}

interface Waiting {
  begin(): void;
}

/** So many turns, and two lines of those who wait for one. */
function turns(atOnce: number) {
  const lines = { first: new Set<Waiting>(), others: new Set<Waiting>() };
  let running = 0;
  let passed = 0;

  /** The turn passes to the next in line, or becomes free. */
  const pass = (): void => {
    passed += 1;
    // Whoever pretends to come first can't keep all others waiting.
    const isForOthers = passed % 4 === 0;
    for (const line of isForOthers ? [lines.others, lines.first] : [lines.first, lines.others]) {
      const [next] = line;
      if (next === undefined) continue;
      line.delete(next);
      next.begin();
      return;
    }
    running -= 1;
  };
  /**
   * Null: there was a free turn. Rejects with Overloaded after the given time; without one it waits as long as it has to.
   */
  const take = (line: keyof typeof lines, patienceMilliseconds?: number): Promise<void> | null => {
    if (running < atOnce) {
      running += 1;
      return null;
    }
    return new Promise<void>((resolve, reject) => {
      const waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const giveUp = () => {
        lines[line].delete(waiting);
        reject(new Overloaded());
      };
      const timer = patienceMilliseconds === undefined ? undefined : setTimeout(giveUp, patienceMilliseconds);
      lines[line].add(waiting);
    });
  };
  const isFull = (line: keyof typeof lines, mostWaiting: number): boolean =>
    running >= atOnce && lines[line].size >= mostWaiting;
  const counts = () => ({ rendering: running, waiting: lines.first.size + lines.others.size });
  return { take, pass, isFull, counts };
}

/**
 * Bounds how many pages are rendered at once, and how many wait, so that each visitor has an answer in a short time
 * however many come. Rejects with Overloaded when a page's turn does not come in time.
 */
export function renderLimit(options: RenderLimitOptions = {}): RenderLimit {
  const { atOnce = 12, mostWaiting = 1_000, patienceMilliseconds: usual = 1_200 } = options;
  const { take, pass, isFull, counts } = turns(atOnce);
  const limit: InTurn = async (work, { first = false, patienceMilliseconds = usual } = {}) => {
    const line = first ? 'first' : 'others';
    if (isFull(line, mostWaiting)) throw new Overloaded();
    const myTurn = take(line, patienceMilliseconds);
    if (myTurn !== null) await myTurn;
    let hasTurn = true;
    let isOver = false;
    const release = () => {
      if (hasTurn) pass();
      hasTurn = false;
    };
    const stepAside: StepAside = async (wait) => {
      // A page that is only sent any more has no turn, nor one that waits for two things at once.
      if (!hasTurn) return wait();
      release();
      try {
        return await wait();
      } finally {
        if (!isOver) {
          // A page that was begun is not refused.
          await take('first');
          hasTurn = true;
        }
        if (isOver) release();
      }
    };
    try {
      return await work(stepAside);
    } finally {
      isOver = true;
      release();
    }
  };
  return Object.assign(limit, { counts });
}

import { HttpProblem } from '../http/problem';

/** Accepts requests one at a time, and runs requests that wait at the same time together. */
export interface Shared<Request, Result> {
  /** How many requests wait for their turn. */
  readonly waiting: number;
  /**
   * Resolves to the request's own result. Rejects with the signal's reason if the caller disconnected before its
   * turn (then nothing was done), with a 503 if its turn did not come in time, and with the error that the work
   * threw for it.
   */
  submit(request: Request, signal?: AbortSignal): Promise<Result>;
}

interface SharedOptions<Request, Result> {
  /** Runs requests in one transaction; returns a result for each, in order. If it throws, all are undone. */
  work: (batch: readonly Request[]) => Promise<readonly Result[]>;
  /** True for a failure that no request caused: the database is not reachable. */
  isUnavailable: (error: unknown) => boolean;
  /** What a request is about: only requests about the same share a batch (without it, all do). */
  keysOf?: (request: Request) => readonly string[];
  /** The most requests in a batch (200). */
  most?: number;
  /** How many batches about one key may run at the same time (2): more would wait for each other's locks. */
  lanes?: number;
  /** How many batches may run at the same time (3), so that other requests find connections. */
  mostLanes?: number;
  /** The longest that a request waits for its turn (5). */
  waitSeconds?: number;
}

interface Waiting<Request, Result> {
  request: Request;
  keys: readonly string[];
  signal: AbortSignal | undefined;
  /** By performance.now(). */
  since: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Group commit: requests about the same that arrive while a transaction runs share the next one, in the order of their arrival.
 * If fewer batches run than allowed, a request runs at once, so that a single request waits for no other and no timer
 * decides when a batch begins. The requests of a failed batch are run again one by one, so that one request can't
 * make the others fail.
 */
export function sharedTransactions<Request, Result>(
  options: SharedOptions<Request, Result>,
): Shared<Request, Result> {
  const { keysOf = () => [''], most = 200, lanes = 2, mostLanes = 3, waitSeconds = 5 } = options;
  let queue: Waiting<Request, Result>[] = [];
  const running = countsByKey();
  let watch: NodeJS.Timeout | undefined;

  const mayRun = (keys: readonly string[]) => keys.every((key) => running.of(key) < lanes);
  const isLate = ({ since }: Waiting<Request, Result>) => performance.now() - since > waitSeconds * 1000;

  // All running batches may wait for another transaction's lock. Waiting requests are still refused in time.
  const watchFirst = () => {
    const [first] = queue;
    if (first === undefined || watch !== undefined) return;
    watch = setTimeout(turnAway, first.since + waitSeconds * 1000 - performance.now() + 1);
    watch.unref();
  };
  const turnAway = () => {
    watch = undefined;
    rejectLate();
    watchFirst();
  };
  const rejectLate = () => {
    const inTime = queue.findIndex((one) => !isLate(one));
    const late = queue.splice(0, inTime < 0 ? queue.length : inTime);
    for (const { reject } of late) reject(tooBusy());
  };

  const nextBatch = () => {
    rejectLate();
    const { batch, others } = firstOf(queue, most, mayRun);
    queue = others;
    return batch;
  };

  const runLane = async () => {
    for (let batch = nextBatch(); batch[0] !== undefined; batch = nextBatch()) {
      const { keys } = batch[0];
      running.add(keys, 1);
      await settle(batch, options);
      running.add(keys, -1);
    }
  };

  return {
    get waiting() {
      return queue.length;
    },
    submit: (request, signal) =>
      new Promise((resolve, reject) => {
        const keys = keysOf(request);
        queue.push({ request, keys, signal, since: performance.now(), resolve, reject });
        if (running.batches() < mostLanes && mayRun(keys)) void runLane();
        watchFirst();
      }),
  };
}

/** The first request that may run with those that may share its batch, and the others; rejects those that nobody waits for. */
function firstOf<Request, Result>(
  queue: readonly Waiting<Request, Result>[],
  most: number,
  mayRun: (keys: readonly string[]) => boolean,
) {
  const batch: Waiting<Request, Result>[] = [];
  const others: Waiting<Request, Result>[] = [];
  let about: string | undefined;
  let seen = 0;
  for (const one of queue) {
    if (batch.length === most) break;
    seen += 1;
    const key = one.keys.join(' ');
    if (one.signal?.aborted === true) one.reject(one.signal.reason);
    else if (about === undefined ? mayRun(one.keys) : key === about) {
      about = key;
      batch.push(one);
    } else others.push(one);
  }
  return { batch, others: others.concat(queue.slice(seen)) };
}

/** How many batches run, and how many about each key. */
function countsByKey() {
  const counts = new Map<string, number>();
  let batches = 0;
  return {
    batches: () => batches,
    of: (key: string) => counts.get(key) ?? 0,
    add: (keys: readonly string[], count: 1 | -1) => {
      batches += count;
      for (const key of keys) {
        const now = (counts.get(key) ?? 0) + count;
        if (now === 0) counts.delete(key);
        else counts.set(key, now);
      }
    },
  };
}

async function settle<Request, Result>(
  batch: readonly Waiting<Request, Result>[],
  options: Pick<SharedOptions<Request, Result>, 'work' | 'isUnavailable'>,
): Promise<void> {
  try {
    const results = await options.work(batch.map(({ request }) => request));
    batch.forEach(({ resolve, reject }, i) => {
      const result = results[i];
      if (result === undefined) reject(new Error('a request of a batch got no result'));
      else resolve(result);
    });
  } catch (error) {
    if (batch.length === 1 || options.isUnavailable(error)) for (const { reject } of batch) reject(error);
    else for (const one of batch) await settle([one], options);
  }
}

function tooBusy(): HttpProblem {
  return new HttpProblem(503, 'Service Unavailable', { 'retry-after': '2' });
}

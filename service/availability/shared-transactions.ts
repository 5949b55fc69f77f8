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
  /** Only requests with the same key share a batch: those of the same catalogues, which may each be on another server. */
  keyOf?: (request: Request) => string;
  /** The most requests in a batch (200). */
  most?: number;
  /** How many batches of a key may run at the same time (2): more would wait for each other's locks. */
  lanes?: number;
  /** How many batches may run at the same time (6). */
  mostLanes?: number;
  /** The longest that a request waits for its turn (5). */
  waitSeconds?: number;
}

interface Waiting<Request, Result> {
  request: Request;
  key: string;
  signal: AbortSignal | undefined;
  /** By performance.now(). */
  since: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Group commit: requests that arrive while a transaction runs share the next one, in the order of their arrival. If
 * fewer batches run than allowed, a request runs at once, so that a single request waits for no other and no timer
 * decides when a batch begins. The requests of a failed batch are run again one by one, so that one request can't
 * make the others fail.
 */
export function sharedTransactions<Request, Result>(
  options: SharedOptions<Request, Result>,
): Shared<Request, Result> {
  const { keyOf = () => '', most = 200, lanes = 2, mostLanes = 6, waitSeconds = 5 } = options;
  let queue: Waiting<Request, Result>[] = [];
  const running = countsByKey();
  let watch: NodeJS.Timeout | undefined;

  // All running batches may wait for another transaction's lock. Waiting requests are still refused in time.
  const watchFirst = () => {
    const [first] = queue;
    if (first === undefined || watch !== undefined) return;
    watch = setTimeout(turnAway, first.since + waitSeconds * 1000 - performance.now() + 1);
    watch.unref();
  };
  const turnAway = () => {
    watch = undefined;
    queue = queue.filter((one) => isLive(one, waitSeconds));
    watchFirst();
  };

  const nextBatch = () => {
    const live = queue.filter((one) => isLive(one, waitSeconds));
    const first = live.find(({ key }) => running.of(key) < lanes);
    const batch = live.filter(({ key }) => key === first?.key).slice(0, most);
    const taken = new Set(batch);
    queue = live.filter((one) => !taken.has(one));
    return batch;
  };

  const runLane = async () => {
    for (let batch = nextBatch(); batch[0] !== undefined; batch = nextBatch()) {
      const { key } = batch[0];
      running.add(key, 1);
      await settle(batch, options);
      running.add(key, -1);
    }
  };

  return {
    get waiting() {
      return queue.length;
    },
    submit: (request, signal) =>
      new Promise((resolve, reject) => {
        const key = keyOf(request);
        queue.push({ request, key, signal, since: performance.now(), resolve, reject });
        if (running.total() < mostLanes && running.of(key) < lanes) void runLane();
        watchFirst();
      }),
  };
}

/** Turns away a request that nobody waits for any more, or that has waited too long. */
function isLive<Request, Result>(one: Waiting<Request, Result>, waitSeconds: number): boolean {
  if (one.signal?.aborted === true) one.reject(one.signal.reason);
  else if (performance.now() - one.since > waitSeconds * 1000) one.reject(tooBusy());
  else return true;
  return false;
}

/** How many batches run. */
function countsByKey() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, count: 1 | -1) => {
      total += count;
      const now = (counts.get(key) ?? 0) + count;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
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

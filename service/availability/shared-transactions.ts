import { HttpProblem } from '../http/problem';

/** Takes requests one at a time, and works on those together that wait together. */
export interface Shared<Request, Result> {
  /** How many wait for their turn. */
  readonly waiting: number;
  /**
   * Resolves to the request's own result. Rejects with the signal's reason when the caller went away before its turn
   * (then nothing was done), with a 503 when its turn did not come in time, and with what the work threw for it.
   */
  submit(request: Request, signal?: AbortSignal): Promise<Result>;
}

interface SharedOptions<Request, Result> {
  /** Does many in one transaction; a result for each, in their order. What it throws undid all of them. */
  work: (batch: readonly Request[]) => Promise<readonly Result[]>;
  /** True for a failure that is nobody's fault among the requests: the database is away. */
  isUnavailable: (error: unknown) => boolean;
  /** The most requests in a batch (200). */
  most?: number;
  /** How many batches may be under way at the same time (2). */
  lanes?: number;
  /** The longest that a request waits for its turn (5). */
  waitSeconds?: number;
}

interface Waiting<Request, Result> {
  request: Request;
  signal: AbortSignal | undefined;
  /** By performance.now(). */
  since: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Group commit: what arrives while a transaction is under way rides in the next one, in the order in which it came.
 * An idle lane goes at once, so that a lone request waits for nobody and no timer decides when a batch goes. A batch
 * that fails is done again one by one, so that nobody falls with another.
 */
export function sharedTransactions<Request, Result>(
  options: SharedOptions<Request, Result>,
): Shared<Request, Result> {
  const { most = 200, lanes = 2, waitSeconds = 5 } = options;
  const queue: Waiting<Request, Result>[] = [];
  let busy = 0;
  let watch: NodeJS.Timeout | undefined;

  const isLate = ({ since }: Waiting<Request, Result>) => performance.now() - since > waitSeconds * 1000;

  // All lanes may be stuck behind somebody's lock: who waits is turned away in time all the same.
  const watchFirst = () => {
    const [first] = queue;
    if (first === undefined || watch !== undefined) return;
    watch = setTimeout(turnAway, first.since + waitSeconds * 1000 - performance.now() + 1);
    watch.unref();
  };
  const turnAway = () => {
    watch = undefined;
    while (queue[0] !== undefined && isLate(queue[0])) queue.shift()?.reject(tooBusy());
    watchFirst();
  };

  const nextBatch = () => {
    const batch: Waiting<Request, Result>[] = [];
    while (batch.length < most) {
      const next = queue.shift();
      if (next === undefined) break;
      if (next.signal?.aborted === true) next.reject(next.signal.reason);
      else if (isLate(next)) next.reject(tooBusy());
      else batch.push(next);
    }
    return batch;
  };

  const runLane = async () => {
    busy += 1;
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await settle(batch, options);
    busy -= 1;
  };

  return {
    get waiting() {
      return queue.length;
    },
    submit: (request, signal) =>
      new Promise((resolve, reject) => {
        queue.push({ request, signal, since: performance.now(), resolve, reject });
        if (busy < lanes) void runLane();
        watchFirst();
      }),
  };
}

/** Does a batch, and tells each of its requests what came of it. */
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

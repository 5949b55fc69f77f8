import type { Job, Wanted } from '../data/job-store';

const pollMilliseconds = 1_000;

export interface JobLoop {
  /** Looks for jobs at once instead of at the next poll. */
  wake(): void;
  /** Finishes the running jobs, then stops. */
  stop(): Promise<void>;
}

export interface JobLoopOptions<Kind extends string> {
  /** How many jobs of each kind run at once. */
  limits: Readonly<Record<Kind, number>>;
  /** Takes jobs that are due, at most so many of each kind. */
  claim: (wanted: readonly Wanted<Kind>[]) => Promise<Job<Kind>[]>;
  work: (job: Job<Kind>) => Promise<void>;
  /** After these nothing new is looked for at once. */
  quiet: ReadonlySet<Kind>;
  /** These cause no other jobs: after them something new is looked for at once only if more of them may be due. */
  last: ReadonlySet<Kind>;
  /** Called with errors of `claim` or `work`; the job is tried again when its lease ends. */
  failed: (error: unknown) => void;
}

/**
 * Works on jobs of several kinds, so many of each at once, and takes the next ones as soon as one is done: a slow job
 * blocks one place of its kind. Looks for jobs of all kinds with one statement, when woken, when a job is done, and once
 * a second.
 */
export function startJobLoop<Kind extends string>(options: JobLoopOptions<Kind>): JobLoop {
  const { limits, claim, work, quiet, last, failed } = options;
  const kinds = Object.keys(limits) as Kind[];
  const running = new Map<Kind, Set<Promise<void>>>(kinds.map((kind) => [kind, new Set()]));
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | null = null;
  let again = false;

  /** Of these there were as many as could be taken: there may be more. */
  let full: ReadonlySet<Kind> = new Set(kinds);
  const runningOf = (kind: Kind) => running.get(kind) ?? new Set();
  const start = (job: Job<Kind>): void => {
    const ofKind = runningOf(job.kind);
    const done = work(job)
      .catch(failed)
      .finally(() => {
        ofKind.delete(done);
        if (!quiet.has(job.kind) && (!last.has(job.kind) || full.has(job.kind))) wake();
      });
    ofKind.add(done);
  };
  const fill = async (): Promise<void> => {
    again = false;
    const wanted = kinds
      .map((kind) => ({ kind, most: limits[kind] - runningOf(kind).size }))
      .filter(({ most }) => most > 0);
    if (wanted.length === 0) return;
    const taken = await claim(wanted);
    full = fullKinds(kinds, wanted, taken);
    taken.forEach(start);
  };
  const wake = (): void => {
    if (stopped) return;
    again = true;
    clearTimeout(timer);
    filling ??= fill()
      .catch((error: unknown) => {
        again = false;
        failed(error);
      })
      .finally(() => {
        filling = null;
        if (stopped) return;
        // Woken after the last look for jobs and before this moment.
        if (again) wake();
        else timer = setTimeout(wake, pollMilliseconds);
      });
  };
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await filling;
      await Promise.all([...running.values()].flatMap((ofKind) => [...ofKind]));
    },
  };
}

/** Of these there were as many jobs as could be taken; also none, if none could be. */
function fullKinds<Kind extends string>(
  kinds: readonly Kind[],
  wanted: readonly Wanted<Kind>[],
  taken: readonly Job<Kind>[],
): Set<Kind> {
  const isFull = (kind: Kind) => {
    const most = wanted.find((one) => one.kind === kind)?.most ?? 0;
    return taken.filter((job) => job.kind === kind).length >= most;
  };
  return new Set(kinds.filter(isFull));
}

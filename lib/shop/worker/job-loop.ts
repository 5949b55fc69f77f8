import type { Job, Wanted } from '../data/job-store';

const pollMilliseconds = 1_000;

export interface JobLoop<Kind extends string> {
  /** Looks for jobs at once instead of at the next poll. */
  wake(): void;
  /** Takes what is due, and waits for this job if it is running then; it may be another process that does it. */
  finish(kind: Kind, key: string): Promise<void>;
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
export function startJobLoop<Kind extends string>(options: JobLoopOptions<Kind>): JobLoop<Kind> {
  const { limits, claim, work, quiet, last, failed } = options;
  const kinds = Object.keys(limits) as Kind[];
  const running = runningJobs<Kind>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | null = null;
  let again = false;

  /** Of these there were as many as could be taken: there may be more. */
  let full: ReadonlySet<Kind> = new Set(kinds);
  const start = (job: Job<Kind>): void =>
    running.add(job, work(job).catch(failed), () => {
      if (!quiet.has(job.kind) && (!last.has(job.kind) || full.has(job.kind))) wake();
    });
  const fill = async (): Promise<void> => {
    again = false;
    const wanted = kinds
      .map((kind) => ({ kind, most: limits[kind] - running.count(kind) }))
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
    finish: async (kind, key) => {
      if (running.find(kind, key) === undefined) wake();
      // The look for jobs that was under way, and the one that was asked for.
      await filling;
      await filling;
      await running.find(kind, key);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await filling;
      await running.end();
    },
  };
}

/** The jobs that this process is doing. */
function runningJobs<Kind extends string>() {
  const all = new Set<Job<Kind> & { done: Promise<void> }>();
  return {
    count: (kind: Kind) => [...all].filter((job) => job.kind === kind).length,
    /** Resolves when it is done; undefined: it is not running. */
    find: (kind: Kind, key: string) => [...all].find((job) => job.kind === kind && job.key === key)?.done,
    add: (job: Job<Kind>, work: Promise<void>, after: () => void) => {
      const done = work.finally(() => {
        all.delete(running);
        after();
      });
      const running = { ...job, done };
      all.add(running);
    },
    end: () => Promise.all([...all].map(({ done }) => done)),
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

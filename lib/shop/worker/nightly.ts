import { v7 as newId } from 'uuid';
import { errorRecord } from '../../log/error-record';
import { finishJob, postponeJob, registerJob, renewJob, takeJob } from '../data/nightly-store';
import type { CheckoutContext, NightlyJob } from '../context';

type Needed = Pick<CheckoutContext, 'database' | 'report'>;

export interface NightlyTiming {
  pollMilliseconds: number;
  /** Well below the lease of a minute. */
  renewMilliseconds: number;
}

const usualTiming: NightlyTiming = { pollMilliseconds: 60_000, renewMilliseconds: 20_000 };
/** When a failed job is tried again, for example because the provider can't be asked. */
const againSeconds = 600;

export interface Nightly {
  /** Stops the running job; another process then runs it again. */
  stop(): Promise<void>;
}

/**
 * Runs each job once a night at this hour (UTC, by the database's clock) in one of the processes, separately
 * from the worker. If no process was running in a night, the next one that starts runs the job.
 */
export function startNightly(
  context: Needed,
  hour: number,
  jobs: readonly NightlyJob[],
  timing = usualTiming,
): Nightly {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void>;
  /** One job after another: a failed job does not keep the others from running. */
  const runDueJobs = async (signal: AbortSignal): Promise<void> => {
    for (const job of jobs) {
      if (signal.aborted) return;
      try {
        await runIfDue(context, { job, hour, renewMilliseconds: timing.renewMilliseconds }, signal);
      } catch (error) {
        const about = { job: job.name, error: errorRecord(error) };
        context.report('error', 'it could not be seen whether a nightly job is due', about);
      }
    }
  };
  const begin = (): void => {
    round = runDueJobs(stopping.signal).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(begin, timing.pollMilliseconds);
    });
  };
  begin();
  return {
    stop: async () => {
      stopping.abort(new Error('the process ends'));
      clearTimeout(timer);
      await round;
    },
  };
}

async function runIfDue(
  { database, report }: Needed,
  { job, hour, renewMilliseconds }: { job: NightlyJob; hour: number; renewMilliseconds: number },
  stopping: AbortSignal,
): Promise<void> {
  const { name } = job;
  const run = { name, runId: newId() };
  await database.transaction((transaction) => registerJob(transaction, name, hour));
  const night = await takeJob(database, run, hour);
  if (night === null) return;
  const lost = new AbortController();
  const renewing = setInterval(() => {
    renewJob(database, run).then(
      (isOurs) => {
        if (!isOurs) lost.abort(new Error('another process has taken the job'));
      },
      (error: unknown) => {
        const about = { job: name, error: errorRecord(error) };
        report('warn', 'the lease of a nightly job was not renewed', about);
      },
    );
  }, renewMilliseconds);
  try {
    await job.run(AbortSignal.any([stopping, lost.signal]));
    await finishJob(database, run, night);
    report('info', 'a nightly job is done', { job: name });
  } catch (error) {
    const level = stopping.aborted ? 'info' : 'error';
    report(level, 'a nightly job was not done, and is done again', { job: name, error: errorRecord(error) });
    await postponeJob(database, run, { seconds: stopping.aborted ? 0 : againSeconds });
  } finally {
    clearInterval(renewing);
  }
}

import { v7 as newId } from 'uuid';
import { errorRecord } from '../log/error-record';
import { finishJob, postponeJob, registerJob, renewJob, takeJob } from './nightly-store';
import type { Rooms } from './rooms';

/** What is done once a night, in one of the processes. */
export interface NightlyJob {
  name: string;
  /** Does it. The signal ends it early, with an error: it is then done again, by this process or another. */
  run(signal: AbortSignal): Promise<void>;
}

type Needed = Pick<Rooms, 'database' | 'report'>;

export interface NightlyTiming {
  pollMilliseconds: number;
  /** Well below the lease of a minute. */
  renewMilliseconds: number;
}

const usualTiming: NightlyTiming = { pollMilliseconds: 60_000, renewMilliseconds: 20_000 };
/** When a job failed, because the provider can't be asked for example. */
const againSeconds = 600;

export interface Nightly {
  /** Ends the job that is running, which another process then does again. */
  stop(): Promise<void>;
}

/**
 * Runs each job once a night at this hour (UTC, by the database's clock) in one of the processes, apart from the
 * worker. A night that no process was there for is made up for by the next that starts.
 */
export function startNightly(
  rooms: Needed,
  hour: number,
  jobs: readonly NightlyJob[],
  timing = usualTiming,
): Nightly {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void>;
  const begin = (): void => {
    round = runDueJobs({ rooms, hour, jobs, timing }, stopping.signal).finally(() => {
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

interface Night {
  rooms: Needed;
  hour: number;
  jobs: readonly NightlyJob[];
  timing: NightlyTiming;
}

/** Runs what is due, one job after another: one that fails keeps no other from running. */
async function runDueJobs(night: Night, signal: AbortSignal): Promise<void> {
  for (const job of night.jobs) {
    if (signal.aborted) return;
    try {
      await runIfDue(night, job, signal);
    } catch (error) {
      night.rooms.report('error', 'it could not be seen whether a nightly job is due', {
        job: job.name,
        error: errorRecord(error),
      });
    }
  }
}

async function runIfDue(
  { rooms, hour, timing }: Night,
  job: NightlyJob,
  stopping: AbortSignal,
): Promise<void> {
  const { database, report } = rooms;
  const { name } = job;
  const runId = newId();
  await database.transaction((transaction) => registerJob(transaction, name, hour));
  const night = await takeJob(database, { name, hour, runId });
  if (night === null) return;
  const lost = new AbortController();
  const renewing = setInterval(() => {
    renewJob(database, name, runId).then(
      (isOurs) => {
        if (!isOurs) lost.abort(new Error('another process has taken the job'));
      },
      (error: unknown) => {
        report('warn', 'the lease of a nightly job was not renewed', {
          job: name,
          error: errorRecord(error),
        });
      },
    );
  }, timing.renewMilliseconds);
  try {
    await job.run(AbortSignal.any([stopping, lost.signal]));
    await finishJob(database, name, runId, night);
    report('info', 'a nightly job is done', { job: name });
  } catch (error) {
    const level = stopping.aborted ? 'info' : 'error';
    report(level, 'a nightly job was not done, and is done again', { job: name, error: errorRecord(error) });
    await postponeJob(database, name, runId, { seconds: stopping.aborted ? 0 : againSeconds });
  } finally {
    clearInterval(renewing);
  }
}

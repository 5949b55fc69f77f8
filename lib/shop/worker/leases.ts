import type { Database } from '../../database/database';
import { leaseSeconds, renewJobs } from '../data/job-store';
import type { JobSubject } from '../tables/job-table';

const millisecondsBetween = (leaseSeconds * 1000) / 3;
/** A job that has not ended by then, ten minutes, counts as stuck: another worker may take it. */
const mostRenewals = 600_000 / millisecondsBetween;

export interface Leases {
  /** Does the work of a job that this process has taken, whose lease is renewed meanwhile. `isLong`: without end. */
  during<Result>(
    job: { subject: JobSubject; key: string; isLong?: boolean },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/** Renews the leases of all jobs that run here with one statement, every third of a lease. */
export function keepLeases(database: Database, failed: (error: unknown) => void): Leases {
  const held = new Set<{ subject: JobSubject; key: string; renewals: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isRenewing = false;
  const renew = (): void => {
    if (isRenewing) return;
    isRenewing = true;
    for (const job of held) job.renewals += 1;
    const renewed = [...held].filter(({ renewals }) => renewals <= mostRenewals);
    renewJobs(database, renewed)
      .catch(failed)
      .finally(() => (isRenewing = false));
  };
  return {
    during: async ({ subject, key, isLong = false }, work) => {
      const job = { subject, key, renewals: isLong ? -Infinity : 0 };
      held.add(job);
      timer ??= setInterval(renew, millisecondsBetween);
      try {
        return await work();
      } finally {
        held.delete(job);
        if (held.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
  };
}

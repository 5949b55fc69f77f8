import { errorRecord } from '../../log/error-record';
import type { CheckoutContext } from '../context';
import { ensureJob, nextNight, postponeJob, repeatJob } from '../data/job-store';
import { readRecentPayouts } from '../flows/closing/read-payouts';
import { deleteOldData } from '../flows/privacy/retention';
import { eraseDueTickets } from '../flows/privacy/ticket-erasure';
import { reconcileLastDays } from '../flows/reconciliation/nightly-reconciliation';

/** What is done once a night by one of the processes. A repetition is safe. The signal stops it early with an error. */
const nightlyJobs: Record<string, (context: CheckoutContext, stopping: AbortSignal) => Promise<void>> = {
  reconciliation: reconcileLastDays,
  retention: deleteOldData,
  ticket_erasure: eraseDueTickets,
  payouts: readRecentPayouts,
};

/** When a failed job is tried again, for example because the provider can't be asked. */
const againSeconds = 600;

/** A new job is due for the first time in the next night, because there is nothing to catch up with. */
export async function ensureNightlyJobs({ database, nightly }: CheckoutContext): Promise<void> {
  for (const key of Object.keys(nightlyJobs))
    await ensureJob(database, 'nightly', { key, dueAt: nextNight(nightly.hour) });
}

/**
 * Does one of them, and is due again in the next night. If it fails it is due again in ten minutes; if the process ends
 * meanwhile, at once, and another process does it again.
 */
export async function doNightlyJob(
  context: CheckoutContext,
  name: string,
  stopping: AbortSignal,
): Promise<void> {
  const { database, nightly, report } = context;
  const job = nightlyJobs[name];
  // Of another release, which does it.
  if (job === undefined) return postponeJob(database, 'nightly', name, { seconds: againSeconds });
  try {
    await job(context, stopping);
    await repeatJob(database, 'nightly', name, nextNight(nightly.hour));
    report('info', 'a nightly job is done', { job: name });
  } catch (error) {
    const level = stopping.aborted ? 'info' : 'error';
    report(level, 'a nightly job was not done, and is done again', { job: name, err: errorRecord(error) });
    await postponeJob(database, 'nightly', name, { seconds: stopping.aborted ? 0 : againSeconds });
  }
}

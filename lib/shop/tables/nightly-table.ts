import { text, uuid } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';

/** Jobs that run once a night in one of the processes. All times are by this database's clock. */
export const nightlyJobTable = storefront.table('nightly_job', {
  name: text().primaryKey(),
  /** The night for which it was last done. */
  doneFor: moment('done_for').notNull(),
  lastStartedAt: moment('last_started_at'),
  lastFinishedAt: moment('last_finished_at'),
  /** Which run has the lease, and until when unless the run renews it. */
  runId: uuid('run_id'),
  leasedUntil: moment('leased_until'),
});

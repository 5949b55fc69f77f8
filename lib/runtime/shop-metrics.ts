import type { Database } from '../database/database';
import { gauge } from '../metrics/registry';
import { readWorkload, type Workload } from '../shop/data/workload-store';
import { sharedAnswer } from '../network/shared-answer';

/** The gauges share an answer of the database. */
const sharedMilliseconds = 1_000;

/** What is to be done in the shop, read from its database when Prometheus asks. Nothing is shown while it is away. */
export function showWorkload(database: Database, report: (error: unknown) => void): void {
  const read = sharedAnswer(sharedMilliseconds, () =>
    readWorkload(database).catch((error: unknown) => {
      report(error);
      return [];
    }),
  );
  const show = (
    what: Workload['what'],
    name: string,
    help: string,
    value: (row: Workload) => number,
  ): void => {
    gauge({
      name,
      help,
      labelNames: ['kind'],
      async collect() {
        const rows = await read();
        this.reset();
        for (const row of rows) if (row.what === what) this.set({ kind: row.kind }, value(row));
      },
    });
  };
  show('job', 'storefront_jobs_due', 'Jobs that are due, by kind', ({ count }) => count);
  show(
    'job',
    'storefront_job_oldest_seconds',
    'For how long the first job of each kind is due; of an order: how long a customer who has paid waits for it',
    ({ oldestSeconds }) => oldestSeconds,
  );
  show('task', 'storefront_tasks', 'What staff have to do, by kind', ({ count }) => count);
  show(
    'task',
    'storefront_task_oldest_seconds',
    'For how long the first task of each kind is open',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

import type { Transaction } from '../../../database/database';
import { forgetOldGuests } from '../../data/guest-store';
import { forgetOldLookups } from '../../data/lookup-store';
import {
  anonymiseOld,
  deleteTimeline,
  deletions,
  forgottenBuyers,
  paidStates,
  unpaidStates,
} from '../../data/retention-store';
import { deleteOldAdvances } from '../../data/waiting-place-store';
import { forgetOldPlaces } from '../../data/forget-places';
import type { CheckoutContext, Retention } from '../../context';
import type { State } from '../../values/checkout-state';

const rowsAtOnce = 500;

/**
 * Deletes data whose period is over, a few rows at a time, so that a purchase never waits for it. A kind of data that can't be
 * deleted does not keep the others: throws when all have been tried.
 */
export async function deleteOldData(
  { database, report, nightly }: Pick<CheckoutContext, 'database' | 'report' | 'nightly'>,
  signal: AbortSignal,
): Promise<void> {
  const done: Record<string, number> = {};
  const failures = new Map<string, unknown>();
  for (const { name, work } of parts(database, nightly.retention, signal)) {
    signal.throwIfAborted();
    try {
      done[name] = (done[name] ?? 0) + (await work());
    } catch (error) {
      signal.throwIfAborted();
      failures.set(name, error);
    }
  }
  report('info', 'what was kept for long enough is deleted', done);
  if (failures.size > 0)
    throw new AggregateError(failures.values(), `not deleted: ${[...failures.keys()].join(', ')}`);
}

interface Part {
  /** What is deleted. */
  readonly name: string;
  /** Resolves to how many were deleted. */
  readonly work: () => Promise<number>;
}

function parts(database: CheckoutContext['database'], retention: Retention, signal: AbortSignal): Part[] {
  const part = (name: string, batch: (transaction: Transaction) => Promise<number>) => ({
    name,
    work: () => all(database, batch, signal),
  });
  const persons = (states: readonly State[], days: number) =>
    states.map((state) =>
      part('persons', (transaction) => anonymiseOld(transaction, { state, days, limit: rowsAtOnce })),
    );
  const deleted = (name: keyof typeof deletions, days: number) =>
    part(name, (transaction) => transaction.run(deletions[name]({ days, limit: rowsAtOnce })));
  return [
    ...persons(paidStates, retention.personalData),
    ...persons(unpaidStates, retention.unpaid),
    deleted('links', retention.links),
    deleted('access', retention.links),
    deleted('webhooks', retention.webhooks),
    part('invoices', (transaction) =>
      transaction.run(forgottenBuyers({ days: retention.invoices, limit: rowsAtOnce })),
    ),
    deleted('alerts', retention.alerts),
    deleted('audit', retention.audit),
    { name: 'timelines', work: () => deleteTimelines(database, retention.timelines, signal) },
    part('lookups', (transaction) => forgetOldLookups(transaction, rowsAtOnce)),
    deleted('claims', 1),
    deleted('limits', 0),
    deleted('admissions', 1),
    part('advances', (transaction) => deleteOldAdvances(transaction, rowsAtOnce)),
    part('guests', (transaction) =>
      forgetOldGuests(transaction, { days: retention.unpaid, limit: rowsAtOnce }),
    ),
    part('places', (transaction) => forgetOldPlaces(transaction, rowsAtOnce)),
  ];
}

/** Repeats a batch until nothing is left, each batch in a transaction of its own. */
async function all(
  database: CheckoutContext['database'],
  batch: (transaction: Transaction) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  for (let sum = 0; ;) {
    signal.throwIfAborted();
    const changed = await database.transaction(batch);
    sum += changed;
    if (changed < rowsAtOnce) return sum;
  }
}

async function deleteTimelines(
  database: CheckoutContext['database'],
  days: number,
  signal: AbortSignal,
): Promise<number> {
  for (let sum = 0, after = 0; ;) {
    signal.throwIfAborted();
    const from = after;
    const looked = await database.transaction((transaction) =>
      deleteTimeline(transaction, { days, limit: rowsAtOnce, after: from }),
    );
    if (looked === null) return sum;
    sum += looked.deleted;
    after = looked.last;
  }
}

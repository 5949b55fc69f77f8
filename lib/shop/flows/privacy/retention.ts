import type { Transaction } from '../../../database/database';
import { forgetClaims } from '../../data/claim-store';
import { forgetLimits } from '../../data/limit-store';
import { forgetLookups } from '../../data/lookup-store';
import {
  anonymiseOld,
  deleteTimeline,
  deletions,
  paidStates,
  unpaidStates,
} from '../../data/retention-store';
import { deleteOldAdvances, deleteOldClaims } from '../../data/waiting-place-store';
import { forgetOldPlaces } from '../../data/forget-places';
import type { CheckoutContext, Retention } from '../../context';

const rowsAtOnce = 500;

/** Deletes data whose period is over, a few rows at a time, so that a purchase never waits for it. */
export async function deleteOldData(
  context: Pick<CheckoutContext, 'database' | 'report' | 'nightly'>,
  signal: AbortSignal,
): Promise<void> {
  const done = await deleteOld(context, context.nightly.retention, signal);
  context.report('info', 'what was kept for long enough is deleted', done);
}

async function deleteOld(
  { database }: Pick<CheckoutContext, 'database'>,
  retention: Retention,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  /** Repeats a batch until nothing is left, each batch in a transaction of its own. */
  const all = async (batch: (transaction: Transaction) => Promise<number>): Promise<number> => {
    for (let sum = 0; ;) {
      signal.throwIfAborted();
      const changed = await database.transaction(batch);
      sum += changed;
      if (changed < rowsAtOnce) return sum;
    }
  };
  const kinds = [
    ...paidStates.map((state) => ({ state, days: retention.personalData })),
    ...unpaidStates.map((state) => ({ state, days: retention.unpaid })),
  ];
  let persons = 0;
  for (const kind of kinds)
    persons += await all((transaction) => anonymiseOld(transaction, { ...kind, limit: rowsAtOnce }));
  const keep = (days: number) => ({ days, limit: rowsAtOnce });
  const deleteAll = (name: keyof typeof deletions, days: number) =>
    all((transaction) => transaction.run(deletions[name](keep(days))));
  const links = await deleteAll('links', retention.links);
  const access = await deleteAll('access', retention.links);
  const webhooks = await deleteAll('webhooks', retention.webhooks);
  const alerts = await deleteAll('alerts', retention.alerts);
  const audit = await deleteAll('audit', retention.audit);
  let timelines = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const from = after;
    const looked = await database.transaction((transaction) =>
      deleteTimeline(transaction, { ...keep(retention.timelines), after: from }),
    );
    if (looked === null) break;
    timelines += looked.deleted;
    after = looked.last;
  }
  // These end after a day.
  await database.transaction(forgetLookups);
  await database.transaction(forgetClaims);
  await database.transaction(forgetLimits);
  await all((transaction) => deleteOldClaims(transaction, rowsAtOnce));
  await all((transaction) => deleteOldAdvances(transaction, rowsAtOnce));
  const places = await all((transaction) => forgetOldPlaces(transaction, rowsAtOnce));
  return { persons, links, access, webhooks, alerts, audit, timelines, places };
}

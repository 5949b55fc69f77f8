import type { Transaction } from '../database/database';
import { forgetClaims } from './claim-store';
import { forgetLookups } from './lookup-store';
import type { NightlyJob } from './nightly';
import {
  anonymise,
  deleteAccess,
  deleteAlerts,
  deleteLinks,
  deleteTimeline,
  deleteWebhooks,
  paidStates,
  unpaidStates,
} from './retention-store';
import type { Rooms } from './rooms';

/** For how many days things are kept. Amounts, references and states of purchases are kept for the books. */
export interface Retention {
  /** Name, e-mail, phone and country, from the end of the purchase on. */
  personalData: number;
  /** The same of who did not buy, from the end of the hold on. */
  unpaid: number;
  /** Links that were mailed, and which browsers may see an order. */
  links: number;
  timelines: number;
  webhooks: number;
  alerts: number;
}

const rowsAtOnce = 500;

/** Deletes each night what was kept for long enough, a few rows at a time: a purchase never waits for it. */
export function retentionJob(rooms: Pick<Rooms, 'database' | 'report'>, retention: Retention): NightlyJob {
  return {
    name: 'retention',
    run: async (signal) => {
      const done = await deleteOld(rooms, retention, signal);
      rooms.report('info', 'what was kept for long enough is deleted', done);
    },
  };
}

/** Resolves to how many rows of a kind were deleted, or made anonymous. */
async function deleteOld(
  { database }: Pick<Rooms, 'database'>,
  retention: Retention,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  /** Batch after batch, each in a transaction of its own. */
  const all = async (
    batch: (transaction: Transaction, old: { limit: number }) => Promise<number>,
  ): Promise<number> => {
    for (let sum = 0; ;) {
      signal.throwIfAborted();
      const changed = await database.transaction((transaction) => batch(transaction, { limit: rowsAtOnce }));
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
    persons += await all((transaction, old) => anonymise(transaction, { ...kind, ...old }));
  const keep = (days: number) => ({ days, limit: rowsAtOnce });
  const links = await all((transaction) => deleteLinks(transaction, keep(retention.links)));
  const access = await all((transaction) => deleteAccess(transaction, keep(retention.links)));
  const webhooks = await all((transaction) => deleteWebhooks(transaction, keep(retention.webhooks)));
  const alerts = await all((transaction) => deleteAlerts(transaction, keep(retention.alerts)));
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
  // Both are over after a day; otherwise the next visitor has them forgotten.
  await database.transaction(forgetLookups);
  await database.transaction(forgetClaims);
  return { persons, links, access, webhooks, alerts, timelines };
}

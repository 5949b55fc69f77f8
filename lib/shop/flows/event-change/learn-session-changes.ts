import { ServiceError } from '../../../client/service-error';
import { databaseNow } from '../../../database/database-now';
import type { Transaction } from '../../../database/database';
import type { CheckoutContext } from '../../context';
import { raiseAlert } from '../../data/alert-store';
import { postponeJob } from '../../data/job-store';
import { openOfSession, readCursor, saveCursor, storeChanges } from '../../data/session-change-store';

type Learning = Pick<CheckoutContext, 'database' | 'client' | 'report'>;

const everySeconds = 60;
/** How long a service is not asked again that has no such list. */
const unsupportedSeconds = 60 * 60;
/**
 * Each reading starts before the last one. An import is listed later than the time that it has, and tickets that were held
 * at that time may be ordered for as long as a reservation can be extended: 11 times 20 minutes.
 */
const overlapMilliseconds = 4 * 60 * 60_000;

/** Reads the list, and again a minute later. */
export async function processSessionChanges(context: Learning): Promise<void> {
  const learned = await learnSessionChanges(context);
  const seconds = learned === 'unsupported' ? unsupportedSeconds : everySeconds;
  await postponeJob(context.database, 'session_changes', '', { seconds });
}

/**
 * Asks the service which sessions with valid tickets an import has changed, and tells the operator of each once.
 * Resolves to how many were new. A crash at any point loses nothing: what was stored is known, and the rest is read again.
 */
export async function learnSessionChanges(context: Learning): Promise<number | 'unsupported'> {
  const { database, client, report } = context;
  const began = await databaseNow(database);
  const readUntil = await readCursor(database);
  const since = readUntil === null ? null : new Date(readUntil.getTime() - overlapMilliseconds);
  let learned = 0;
  try {
    for (let page = 1, isLastPage = false; !isLastPage; page += 1) {
      const found = await client.listSessionChanges({ since, page }, { language: 'en' });
      if (found.kind === 'unsupported') return 'unsupported';
      learned += await database.transaction(async (transaction) => {
        const stored = await storeChanges(transaction, found.changes);
        for (const sessionId of new Set(stored)) await raiseAlerts(transaction, sessionId);
        return stored.length;
      });
      ({ isLastPage } = found);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    report('warn', 'the list of changed sessions could not be read', { reason: error.message });
    return learned;
  }
  await database.transaction((transaction) => saveCursor(transaction, began));
  return learned;
}

/** Tells the operator of everything that waits about a session: what an earlier change said may be true again. */
async function raiseAlerts(transaction: Transaction, sessionId: string): Promise<void> {
  for (const change of await openOfSession(transaction, sessionId)) {
    const { id, eventName: event, fromTime, toTime, what, tickets, orders } = change;
    // The key of an alert that was raised before prevents another one.
    await raiseAlert(transaction, {
      kind: 'session_changed',
      key: id,
      checkoutId: null,
      detail: {
        what,
        event,
        session: fromTime.toISOString(),
        ...(toTime === null ? {} : { now: toTime.toISOString() }),
        tickets,
        orders,
      },
    });
  }
}

import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import { audit } from '../../data/audit-store';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import { enqueueMessages } from '../../data/message-mail-store';
import { findMessage, readMessageProgress, saveReading } from '../../data/message-store';
import type { Message } from '../../tables/message-table';
import { bookingsOf, isOfAudience } from './visit-bookings';
import { auditOfFound } from './write-message';

/** E-mails that one transaction enqueues. */
const bookingsAtOnce = 200;

/**
 * Finds the bookings that get a message, part after part of the service’s list, and enqueues an e-mail for each. It can stop
 * anywhere: how far it has read is stored, and what is enqueued twice is one e-mail.
 */
export async function processMessage(context: CheckoutContext, id: string, tries: number): Promise<void> {
  const { database } = context;
  for (;;) {
    const message = await findMessage(database, id);
    if (message?.state !== 'searching') return endJob(database.single, 'message', id);
    try {
      await readPart(context, message);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      context.report('warn', 'who gets a message could not be read', { message: id, reason: error.message });
      return postponeJob(database, 'message', id, { seconds: backOffSeconds(tries) });
    }
  }
}

async function readPart({ client, database }: CheckoutContext, message: Message): Promise<void> {
  const { id, catalogId, eventId, sessionId, day, readUntil, audience, fallback } = message;
  const visit = { catalogId, eventId, session: sessionId, date: sessionId === null ? day : null };
  const part = await client.listVisitors(visit, readUntil, { language: fallback });
  // The issuer may have removed the event since: nobody else is found.
  const list = part.kind === 'missing' ? { visitors: [], more: false } : part.value;
  const references = bookingsOf(list).flatMap((booking) =>
    isOfAudience(audience, booking) ? [booking.reference] : [],
  );
  for (let first = 0; first < references.length; first += bookingsAtOnce) {
    const some = references.slice(first, first + bookingsAtOnce);
    await database.transaction((transaction) => enqueueMessages(transaction, id, some));
  }
  const last = list.visitors.at(-1)?.id ?? null;
  const isLast = !list.more || last === null;
  await database.transaction(async (transaction) => {
    const reading = { until: last ?? readUntil, isLast };
    if (!(await saveReading(transaction, message, reading)) || !isLast) return;
    const { found } = await readMessageProgress(transaction, id);
    await audit(transaction, auditOfFound(message, found));
    await endJob(transaction, 'message', id);
  });
}

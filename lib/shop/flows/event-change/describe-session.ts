import { lastSegment, sessionPath } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { describeHolds } from '../visit/describe-holds';
import type { CheckoutContext } from '../../context';
import { findHold } from '../../data/event-change-store';

export interface SoldSession {
  catalogId: string;
  eventId: string;
  eventName: string;
  timezone: string;
  /** ISO 8601, when the tickets were sold. */
  occursAt: string;
}

/**
 * A session as one of these orders has it, because the catalogue may not have it any more. Null: none of the orders was
 * made by this shop, or none has a ticket of the session.
 */
export async function describeSoldSession(
  context: Pick<CheckoutContext, 'client' | 'database' | 'report'>,
  sessionId: string,
  orderIds: readonly string[],
  language: Language,
): Promise<SoldSession | null> {
  const hold = await findHold(context.database, orderIds);
  if (hold === null) return null;
  const lines = await describeHolds(context, [hold], language);
  for (const [index, { offerTickets }] of hold.reservation.items.entries()) {
    const position = offerTickets.findIndex(({ session }) => lastSegment(session ?? '') === sessionId);
    const line = lines[index];
    const ticket = line?.tickets[position];
    const path = sessionPath(offerTickets[position]?.session ?? '');
    if (line === undefined || path === null || ticket === undefined) continue;
    const { event, occursAt } = ticket;
    if (event === null || occursAt === null) continue;
    const { catalogId, eventId } = path;
    return { catalogId, eventId, eventName: event.name, timezone: line.timezone ?? 'UTC', occursAt };
  }
  return null;
}

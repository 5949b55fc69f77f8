import { lastSegment } from '../../../contract/iri';
import type { Transaction } from '../../../database/database';
import type { Hold } from '../../rules/checkout';
import type { Line } from '../../values/checkout-values';
import { readHolds } from '../../data/hold-store';
import { changeDescriptions, withTickets } from '../../data/change-descriptions';
import { movedTicket } from '../../rules/moved-ticket';

/** The stored descriptions of a purchase show the new time of a session that was moved. */
export async function moveStoredSession(
  transaction: Transaction,
  checkoutId: string,
  { sessionId, occursAt }: { sessionId: string; occursAt: Date },
): Promise<void> {
  for (const { id } of await readHolds(transaction, checkoutId)) {
    await changeDescriptions(transaction, id, (hold, lines) =>
      movedLines(hold, lines, sessionId, occursAt.toISOString()),
    );
  }
}

/**
 * Pure. The lines with the new time of the session. A line stays the same object, if none of its tickets is for the
 * session, or each has the new time already.
 */
export function movedLines(
  { reservation }: Pick<Hold, 'reservation'>,
  lines: readonly Line[],
  sessionId: string,
  occursAt: string,
): readonly Line[] {
  const isOfSession = (index: number, position: number) =>
    lastSegment(reservation.items[index]?.offerTickets[position]?.session ?? '') === sessionId;
  return lines.map((line, index) =>
    withTickets(line, (ticket, position) =>
      isOfSession(index, position) && ticket.occursAt !== null ? movedTicket(ticket, { occursAt }) : ticket,
    ),
  );
}

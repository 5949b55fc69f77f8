import { lastSegment } from '../../contract/iri';
import type { Transaction } from '../../database/database';
import type { Hold } from '../state/checkout';
import type { Line, LineTicket } from '../state/checkout-values';
import { readHolds, saveDescription } from '../state/hold-store';

/** The stored descriptions of a purchase show the new time of a session that was moved. */
export async function moveStoredSession(
  transaction: Transaction,
  checkoutId: string,
  { sessionId, occursAt }: { sessionId: string; occursAt: Date },
): Promise<void> {
  for (const hold of await readHolds(transaction, checkoutId)) {
    for (const [language, lines] of Object.entries(hold.descriptions)) {
      const moved = movedLines(hold, lines, sessionId, occursAt.toISOString());
      if (moved !== null) await saveDescription(transaction, hold.id, language, moved);
    }
  }
}

/** Pure. Null: none of the tickets is for the session, or each has the new time already. */
export function movedLines(
  { reservation }: Pick<Hold, 'reservation'>,
  lines: readonly Line[],
  sessionId: string,
  occursAt: string,
): Line[] | null {
  const isOld = (ticket: LineTicket, index: number, position: number) => {
    const session = reservation.items[index]?.offerTickets[position]?.session ?? '';
    if (lastSegment(session) !== sessionId || ticket.occursAt === null) return false;
    return Date.parse(ticket.occursAt) !== Date.parse(occursAt);
  };
  if (!lines.some(({ tickets }, index) => tickets.some((one, position) => isOld(one, index, position))))
    return null;
  return lines.map((line, index) => ({
    ...line,
    tickets: line.tickets.map((one, position) => (isOld(one, index, position) ? { ...one, occursAt } : one)),
  }));
}

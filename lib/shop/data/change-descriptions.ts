import type { Transaction } from '../../database/database';
import type { Hold } from '../rules/checkout';
import type { Line, LineTicket } from '../values/checkout-values';
import { lockHold, saveDescription } from './hold-store';

/** What becomes of the lines in one language; the same objects, if nothing changes. */
export type ChangeLines = (
  hold: Pick<Hold, 'reservation'>,
  lines: readonly Line[],
  language: string,
) => readonly Line[];

/**
 * Writes what `change` makes of the stored descriptions of a hold. Concurrency guarantee: the hold is locked while it is
 * changed, so a change that several notice is counted once.
 */
export async function changeDescriptions(
  transaction: Transaction,
  holdId: string,
  change: ChangeLines,
): Promise<void> {
  const hold = await lockHold(transaction, holdId);
  if (hold === null) return;
  for (const [language, lines] of changedDescriptions(hold, change))
    await saveDescription(transaction, holdId, language, lines);
}

/** Pure. The languages whose descriptions change, with their lines. */
export function changedDescriptions(
  hold: Pick<Hold, 'descriptions' | 'reservation'>,
  change: ChangeLines,
): [language: string, lines: Line[]][] {
  return Object.entries(hold.descriptions).flatMap(([language, lines]) => {
    const now = change(hold, lines, language);
    return now.some((line, index) => line !== lines[index]) ? [[language, [...now]]] : [];
  });
}

/** A line with other tickets; the same line, if these are the same. */
export function withTickets(line: Line, change: (ticket: LineTicket, position: number) => LineTicket): Line {
  const tickets = line.tickets.map(change);
  return tickets.some((ticket, position) => ticket !== line.tickets[position]) ? { ...line, tickets } : line;
}

import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { RecentScan } from './door-state';

/** So soon it is the same person again: a double tap, or a scanner that reads a code twice. */
const repeatMilliseconds = 5_000;

/**
 * The admission that this device showed a moment ago, if a scan asks for the same ticket again; else null. It says that it
 * is the same one, because a second person could show a copy of the ticket.
 */
export function admittedJustNow(
  results: readonly DoorResult[],
  recent: readonly RecentScan[],
  askedAt: number,
): RecentScan | null {
  const [again] = results;
  if (again?.result !== 'already_admitted' || results.length > 1) return null;
  const first = recent.find(
    ({ ticket, result, isUndone, shownAt }) =>
      ticket === again.ticket &&
      result === 'admitted' &&
      !isUndone &&
      askedAt - shownAt <= repeatMilliseconds,
  );
  // Others of the group may have come in since.
  return first === undefined ? null : { ...first, group: again.group, isAgain: true };
}

import { isOtherLayout } from '@/lib/contract/ticket-code';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { QueuedScan } from './device-store';
import type { RecentScan } from './door-state';

type What = Pick<QueuedScan, 'code' | 'ticket' | 'groupOf' | 'undoes'>;

/** A scan at an entrance; `now` is the time of the device in milliseconds. */
export function newScan(
  { entrance, sessions, events, date }: DoorSettings,
  now: number,
  what: What = {},
): QueuedScan {
  return {
    id: crypto.randomUUID(),
    entrance,
    date: date ?? null,
    scannedAt: new Date(now).toISOString(),
    offline: false,
    sessions: [...sessions],
    events: [...events],
    ...what,
  };
}

/** A scan that let a person in without a connection. Without its code: the queue on the device contains no codes. */
export function offlineScan(scan: QueuedScan, ticket: string): QueuedScan {
  const { id, entrance, date, scannedAt, sessions, events } = scan;
  return { id, entrance, date, scannedAt, sessions, events, ticket, offline: true };
}

/** Whether the scanner probably has another keyboard layout than the device. */
const isTypedOtherwise = ({ code }: QueuedScan, { result, code: found }: DoorResult): boolean =>
  code !== undefined && isOtherLayout(code, result === 'unknown' ? null : found);

const longestShown = 40;

/** What was read where there is no ticket: the list of the last scans tells such scans apart by it. */
const readOf = ({ code }: QueuedScan): string | null =>
  code === undefined || code.length <= longestShown ? (code ?? null) : `${code.slice(0, longestShown)}…`;

/** Results of a scan as they are shown. */
export const shownScans = (
  results: readonly DoorResult[],
  sent: QueuedScan,
  known: Pick<RecentScan, 'isOffline' | 'shownAt' | 'tariffNames'>,
): RecentScan[] =>
  results.map((one) => ({
    ...one,
    ...known,
    code: one.result === 'unknown' ? readOf(sent) : one.code,
    isUndone: false,
    isOtherLayout: isTypedOtherwise(sent, one),
  }));

/** What is shown of scans that were made with one tap: one that was not admitted, or the last with the tariffs of all. */
export function shownTogether(shown: readonly RecentScan[]): RecentScan | null {
  const refused = shown.findLast(({ result }) => result !== 'admitted');
  const last = refused ?? shown.at(-1);
  if (last === undefined || shown.length === 1 || refused !== undefined) return last ?? null;
  return { ...last, together: shown.flatMap(({ tariff }) => tariff ?? []) };
}

import type { AdmissionResult } from './admission';
import type { ItemTicket } from './item-ticket';

/**
 * What is admitted: these sessions and events, or everything of the day; of one catalogue, or of any (null). `catalogs`: with which
 * the person works; null: with all. Of a ticket of another one not even that it is void is told.
 */
interface Accepted {
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  readonly catalog: string | null;
  readonly catalogs: readonly string[] | null;
}

interface ScannedTicket {
  readonly status: ItemTicket['status'];
  readonly catalogId: string | null;
  readonly eventId: string;
  /** Null: any time of its day. */
  readonly sessionId: string | null;
}

/**
 * What a scan of a ticket results in, at the service and on a device without a connection. `isOfDay`: whether the day of
 * the scan is that of the ticket; it does not matter if its session is one of the chosen ones.
 */
export function judgeScan(
  { sessions, events, catalog, catalogs }: Accepted,
  { status, catalogId, eventId, sessionId }: ScannedTicket,
  isOfDay: () => boolean,
): AdmissionResult {
  if (!isWithin(catalogs, catalogId)) return 'other_session';
  if (status === 'cancelled') return 'void';
  if (catalog !== null && catalog !== catalogId) return 'other_session';
  if (sessionId === null || !sessions.includes(sessionId)) {
    const isAnything = sessions.length === 0 && events.length === 0;
    if (!isAnything && !events.includes(eventId)) return 'other_session';
    if (!isOfDay()) return 'other_day';
  }
  return status === 'redeemed' ? 'already_admitted' : 'admitted';
}

/** Whether what is of a catalogue (null: of none) may be told to who works with these; null: with all. */
export const isWithin = (catalogs: readonly string[] | null, catalogId: string | null): boolean =>
  catalogs === null || (catalogId !== null && catalogs.includes(catalogId));

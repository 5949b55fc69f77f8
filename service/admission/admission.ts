import { Temporal } from 'temporal-polyfill';
import { undoSeconds, type Scan } from '@/lib/contract/admission';
import { isWithin, judgeScan } from '@/lib/contract/judge-scan';
import type { StoredItemTicket } from '../order/order';
import type { admissionTable } from './admission-table';

/** Of a scan that names no ticket: the key of a scan contains the catalogue of its ticket. */
export const noCatalog = '00000000-0000-0000-0000-000000000000';

/** A scan as it is stored. */
export type StoredAdmission = typeof admissionTable.$inferSelect;

/** What decides about a ticket at the entrance, read under its lock. */
export type TicketAtEntrance = Pick<
  StoredItemTicket,
  'organizationId' | 'id' | 'reference' | 'status' | 'redeemedAt' | 'eventId' | 'sessionId'
> & {
  catalogId: string;
  timezone: string;
  /** The day of its session, or of its offer. */
  day: string;
  /** When its session ends; null: it has none, or its end is not known. */
  endsAt: Date | null;
  /** Where it was admitted, if that was by a scan. */
  redeemedEntrance: string | null;
};

export interface ScanData {
  organizationId: string;
  /** By id, and by code. An id or a code of no ticket that the caller may admit is missing. */
  ticketsById: ReadonlyMap<string, TicketAtEntrance>;
  ticketsByCode: ReadonlyMap<string, TicketAtEntrance>;
  /** Earlier admissions that these scans undo, by their ids. */
  undoable: ReadonlyMap<string, StoredAdmission>;
  /** By the database's clock. */
  now: Date;
}

/** A scan with what is computed from it alone. */
export interface ReadScan extends Scan {
  /** The codes that it may be, in their usual form; none if it has no code, or what can't be one. */
  readonly codes: readonly string[];
  /** A hash of what was scanned. */
  readonly scanned: string;
}

/** What the scans change. */
export interface Decided {
  admissions: StoredAdmission[];
  /** Tickets whose state changed. */
  tickets: TicketAtEntrance[];
  /** Earlier admissions that are undone. */
  undone: StoredAdmission[];
}

/**
 * Pure: judges scans in the order in which they were made. The first that reaches the service admits, because an
 * admission that was answered is never taken back (decision 39).
 */
export function decideAdmissions(scans: readonly ReadScan[], data: ScanData): Decided {
  const tickets = new Map([...data.ticketsById.values()].map((one) => [one.id, one]));
  const changed = new Set<string>();
  const admissions = new Map<string, StoredAdmission>();
  const undone: StoredAdmission[] = [];
  const known = (id: string) => admissions.get(id) ?? data.undoable.get(id);
  const change = (ticket: TicketAtEntrance) => {
    tickets.set(ticket.id, ticket);
    changed.add(ticket.id);
  };
  const inOrder = [...scans].sort((a, b) => Date.parse(a.scannedAt) - Date.parse(b.scannedAt));
  for (const scan of inOrder) {
    if (scan.undoes === undefined) {
      const found = findTicket(scan, data);
      const admission = judged(scan, found && (tickets.get(found.id) ?? found), data);
      admissions.set(scan.id, admission);
      if (admission.result === 'admitted' && found !== null) {
        const { redeemedAt, redeemedEntrance } = admission;
        change({ ...found, status: 'redeemed', redeemedAt, redeemedEntrance });
      }
      continue;
    }
    const earlier = known(scan.undoes);
    const isUndone =
      earlier !== undefined && isWithin(scan.catalogs, earlier.catalogId) && mayUndo(earlier, data.now);
    const ticket = tickets.get(earlier?.ticketId ?? '') ?? null;
    admissions.set(scan.id, {
      ...stored(scan, ticket, data),
      result: isUndone ? 'undone' : 'not_undone',
    });
    if (!isUndone || ticket === null) continue;
    if (admissions.has(earlier.id)) admissions.set(earlier.id, { ...earlier, undoneAt: data.now });
    else undone.push(earlier);
    change({ ...ticket, status: 'valid', redeemedAt: null, redeemedEntrance: null });
  }
  return {
    admissions: scans.flatMap(({ id }) => admissions.get(id) ?? []),
    tickets: [...changed].flatMap((id) => tickets.get(id) ?? []),
    undone,
  };
}

/** The day of a moment at a venue, YYYY-MM-DD. */
function dayIn(moment: string, timezone: string): string {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

function findTicket(scan: ReadScan, { ticketsById, ticketsByCode }: ScanData): TicketAtEntrance | null {
  if (scan.ticket !== undefined) return ticketsById.get(scan.ticket) ?? null;
  const known = scan.codes.find((code) => ticketsByCode.has(code));
  return known === undefined ? null : (ticketsByCode.get(known) ?? null);
}

function mayUndo({ result, undoneAt, receivedAt }: StoredAdmission, now: Date): boolean {
  return (
    result === 'admitted' && undoneAt === null && now.getTime() - receivedAt.getTime() <= undoSeconds * 1_000
  );
}

function judged(scan: ReadScan, ticket: TicketAtEntrance | null, data: ScanData): StoredAdmission {
  const result = ticket === null ? 'unknown' : judgeScan(scan, ticket, () => isOfDay(scan, ticket));
  const admission = stored(scan, ticket, data);
  const whole = { ...admission, result, conflict: scan.offline && result !== 'admitted' };
  // The clock of a device may be fast, and without a reason to trust it the service's own counts.
  const at = new Date(Math.min(Date.parse(scan.scannedAt), data.now.getTime()));
  if (result === 'admitted') return { ...whole, redeemedAt: at, redeemedEntrance: scan.entrance };
  return whole;
}

/** A session that ends after midnight is still of the day on which it began. */
function isOfDay({ date, scannedAt }: ReadScan, { day, endsAt, timezone }: TicketAtEntrance): boolean {
  if (date !== null) return day === date;
  const today = dayIn(scannedAt, timezone);
  return day === today || (day < today && endsAt !== null && Date.parse(scannedAt) < endsAt.getTime());
}

function stored(scan: ReadScan, ticket: TicketAtEntrance | null, data: ScanData): StoredAdmission {
  return {
    catalogId: ticket?.catalogId ?? noCatalog,
    organizationId: data.organizationId,
    id: scan.id,
    scanned: scan.scanned,
    result: 'unknown',
    conflict: false,
    entrance: scan.entrance,
    actor: scan.actor,
    scannedAt: new Date(scan.scannedAt),
    receivedAt: data.now,
    undoneAt: null,
    ticketId: ticket?.id ?? null,
    sessionId: ticket?.sessionId ?? null,
    day: ticket?.day ?? scan.date,
    redeemedAt: ticket?.redeemedAt ?? null,
    redeemedEntrance: ticket?.redeemedEntrance ?? null,
    resolvedAt: null,
    resolvedBy: null,
  };
}

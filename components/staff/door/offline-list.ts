import { type AdmissionList, shortAdmissionHash } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { judgeScan } from '@/lib/contract/judge-scan';
import { possibleTicketCodes } from '@/lib/contract/ticket-code';
import { venueDay } from '@/lib/locale/venue-time';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { DoorResult } from '@/lib/storefront/staff/door/door';

type Listed = AdmissionList['tickets'][number];

/** A list as the device stores it. */
export interface StoredList {
  /** The day that was asked for; empty: today. */
  readonly date: string;
  readonly tag: string | null;
  /** By the clock of the device. */
  readonly storedAt: number;
  readonly list: AdmissionList;
}

/** A ticket that this device admitted. */
export interface AdmittedHere {
  readonly ticket: string;
  readonly entrance: string;
  readonly at: string;
}

/** An older list says too little: tickets were sold, cancelled and admitted since. */
const longestUse = 24 * 60 * 60_000;

export function isUsable({ storedAt }: StoredList, now: number): boolean {
  return now - storedAt <= longestUse && storedAt <= now + longestUse;
}

export async function hashCode(salt: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(salt + code);
  return shortAdmissionHash(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

export interface OfflineList {
  readonly list: AdmissionList;
  readonly byHash: ReadonlyMap<string, Listed>;
}

export function indexed(list: AdmissionList): OfflineList {
  return { list, byHash: new Map(list.tickets.map((ticket) => [ticket.hash, ticket])) };
}

/** The code of a scan and its hash: the one that is on the list, if the text may be several. */
export async function findCode(
  text: string,
  { list, byHash }: OfflineList,
): Promise<{ code: string | null; hash: string | null }> {
  const codes = await Promise.all(
    possibleTicketCodes(text).map(async (code) => ({ code, hash: await hashCode(list.salt, code) })),
  );
  return codes.find(({ hash }) => byHash.has(hash)) ?? codes[0] ?? { code: null, hash: null };
}

export type OfflineScan = Pick<DoorResult, 'id' | 'entrance' | 'scannedAt' | 'code'> & {
  readonly hash: string | null;
};

/**
 * Pure: judges a scan as the service would, with what the list says. A ticket that this device has admitted, with or without a
 * connection, is not admitted again.
 */
export function judgeOffline(
  scan: OfflineScan,
  offline: OfflineList,
  { sessions, events, date }: DoorSettings,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): DoorResult {
  const ticket = offline.byHash.get(scan.hash ?? '');
  const visit = offline.list.visits[ticket?.visit ?? -1];
  if (ticket === undefined || visit === undefined) return resultOf(scan, 'unknown');
  const { session, eventId, event, occursAt, day, timezone } = visit;
  const before = admittedHere.get(ticket.ticket);
  const result = judgeScan(
    { sessions, events, catalog: null },
    {
      // Its status is that of the moment at which the list was made.
      status: ticket.status === 'valid' && before !== undefined ? 'redeemed' : ticket.status,
      catalogId: null,
      eventId,
      sessionId: session === null ? null : lastSegment(session),
    },
    // The list says of no session when it ends: one that began the day before may go on.
    () => date !== undefined || session !== null || day === venueDay(scan.scannedAt, timezone),
  );
  const judged = {
    ...resultOf(scan, result),
    event,
    occursAt,
    day,
    timezone,
    ticket: ticket.ticket,
    name: offline.list.names[ticket.name] ?? null,
  };
  const group = groupOf(ticket, offline, admittedHere);
  if (result === 'already_admitted') {
    const redeemedAt = before?.at ?? ticket.redeemedAt;
    return { ...judged, group, redeemedAt, redeemedEntrance: before?.entrance ?? null };
  }
  if (result !== 'admitted') return judged;
  return {
    ...judged,
    group: { ...group, admitted: group.admitted + 1 },
    redeemedAt: scan.scannedAt,
    redeemedEntrance: scan.entrance,
  };
}

function groupOf(
  { group }: Listed,
  { list }: OfflineList,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): NonNullable<DoorResult['group']> {
  const tickets = list.tickets.filter((one) => one.group === group && one.status !== 'cancelled');
  const admitted = tickets.filter((one) => one.status === 'redeemed' || admittedHere.has(one.ticket));
  return { size: tickets.length, admitted: admitted.length };
}

/** The tickets of the group of a ticket that are not admitted yet, as scans that admit them. */
export function restOfGroup(
  ticketId: string,
  { list }: OfflineList,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): Listed[] {
  const group = list.tickets.find(({ ticket }) => ticket === ticketId)?.group;
  return list.tickets.filter(
    (one) => one.group === group && one.status === 'valid' && !admittedHere.has(one.ticket),
  );
}

function resultOf(scan: OfflineScan, result: DoorResult['result']): DoorResult {
  const { id, entrance, scannedAt, code } = scan;
  return {
    id,
    entrance,
    scannedAt,
    code,
    result,
    conflict: false,
    undoneAt: null,
    event: null,
    name: null,
    occursAt: null,
    day: null,
    timezone: null,
    redeemedAt: null,
    redeemedEntrance: null,
    ticket: null,
    group: null,
  };
}

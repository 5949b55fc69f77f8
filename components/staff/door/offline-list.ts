import type { AdmissionList } from '@/lib/contract/admission';
import { possibleTicketCodes, shortHash } from '@/lib/contract/ticket-code';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import { lastSegment } from '@/lib/contract/iri';
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

export async function hashOf(salt: string, code: string): Promise<string> {
  const bytes = new TextEncoder().encode(salt + code);
  return shortHash(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
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
    possibleTicketCodes(text).map(async (code) => ({ code, hash: await hashOf(list.salt, code) })),
  );
  return codes.find(({ hash }) => byHash.has(hash)) ?? codes[0] ?? { code: null, hash: null };
}

export type OfflineScan = Pick<DoorResult, 'id' | 'entrance' | 'scannedAt' | 'code'> & {
  readonly hash: string | null;
};

/**
 * Pure: judges a scan with the list as the service would. A ticket that this device has admitted, with or without a
 * connection, is not admitted again.
 */
export function judgeOffline(
  scan: OfflineScan,
  offline: OfflineList,
  settings: DoorSettings,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): DoorResult {
  const ticket = offline.byHash.get(scan.hash ?? '');
  return ticket === undefined
    ? resultOf(scan, 'unknown')
    : judgeTicket(ticket, scan, offline, settings, admittedHere);
}

function judgeTicket(
  ticket: Listed,
  scan: OfflineScan,
  offline: OfflineList,
  { sessions, events }: DoorSettings,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): DoorResult {
  const visit = offline.list.visits[ticket.visit];
  const before = admittedHere.get(ticket.ticket);
  const about = {
    ticket: ticket.ticket,
    event: visit?.event ?? null,
    name: offline.list.names[ticket.name] ?? null,
    occursAt: visit?.occursAt ?? null,
    day: visit?.day ?? null,
    timezone: visit?.timezone ?? null,
  };
  if (ticket.status === 'cancelled') return { ...resultOf(scan, 'void'), ...about };
  const isAnything = sessions.length === 0 && events.length === 0;
  const isChosen =
    (visit !== undefined && visit.session !== null && sessions.includes(lastSegment(visit.session))) ||
    (visit !== undefined && events.includes(visit.eventId));
  if (!isAnything && !isChosen) return { ...resultOf(scan, 'other_session'), ...about };
  const group = groupOf(ticket, offline, admittedHere);
  if (ticket.status === 'redeemed' || before !== undefined) {
    const redeemedAt = before?.at ?? ticket.redeemedAt;
    const redeemedEntrance = before?.entrance ?? null;
    return { ...resultOf(scan, 'already_admitted'), ...about, group, redeemedAt, redeemedEntrance };
  }
  return {
    ...resultOf(scan, 'admitted'),
    ...about,
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
    ...{ id, entrance, scannedAt, code, result },
    ...{ conflict: false, undoneAt: null, event: null, name: null, occursAt: null, day: null },
    ...{ timezone: null, redeemedAt: null, redeemedEntrance: null, ticket: null, group: null },
  };
}

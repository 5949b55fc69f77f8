import { type AdmissionList, shortAdmissionHash } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { judgeScan } from '@/lib/contract/judge-scan';
import { possibleTicketCodes } from '@/lib/contract/ticket-code';
import { venueDay } from '@/lib/locale/venue-time';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import { isChosen } from './chosen-visits';

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

export interface FoundCode {
  readonly code: string | null;
  readonly hash: string | null;
}

/** A ticket by its identifier: its code is not on the list. */
export const findTicket = (ticketId: string, { list }: OfflineList): FoundCode => ({
  code: null,
  hash: list.tickets.find(({ ticket }) => ticket === ticketId)?.hash ?? null,
});

/** The code of a scan and its hash: the one that is on the list, if the text may be several. */
export async function findCode(text: string, { list, byHash }: OfflineList): Promise<FoundCode> {
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
  const { session, eventId, event, occursAt, day, timezone, endsAt } = visit;
  const before = admittedHere.get(ticket.ticket);
  const result = judgeScan(
    { sessions, events, catalog: null, catalogs: null },
    {
      // Its status is that of the moment at which the list was made.
      status: ticket.status === 'valid' && before !== undefined ? 'redeemed' : ticket.status,
      catalogId: null,
      eventId,
      sessionId: session === null ? null : lastSegment(session),
    },
    () => date !== undefined || day === venueDay(scan.scannedAt, timezone) || goesOn(scan, endsAt, session),
  );
  const judged = {
    ...resultOf(scan, result),
    event,
    occursAt,
    day,
    timezone,
    ticket: ticket.ticket,
    name: offline.list.names[ticket.name] ?? null,
    tariff: tariffOf(ticket, offline),
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

function tariffOf({ tariff }: Listed, { list }: OfflineList): DoorResult['tariff'] {
  return list.tariffs?.[tariff ?? -1] ?? null;
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

export type AdmittedCount = Readonly<Record<'admitted' | 'tickets', number>>;

/** How many tickets of what is admitted here are in: by the list, and by what this device has done since. */
export function countAdmitted(
  { list }: OfflineList,
  settings: DoorSettings,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): AdmittedCount {
  const isCounted = list.visits.map((visit) => isChosen(visit, settings));
  const counted = list.tickets.filter((one) => isCounted[one.visit] === true && one.status !== 'cancelled');
  const admitted = counted.filter((one) => one.status === 'redeemed' || admittedHere.has(one.ticket));
  return { tickets: counted.length, admitted: admitted.length };
}

/** The list after an admission was undone. */
export function withoutAdmission({ list }: OfflineList, ticketId: string): OfflineList {
  const tickets = list.tickets.map((one) =>
    one.ticket === ticketId ? { ...one, status: 'valid' as const, redeemedAt: null } : one,
  );
  return indexed({ ...list, tickets });
}

/** The other tickets of the group of an admitted ticket that are not admitted yet. */
export function restOfGroup(
  ticketId: string,
  { list }: OfflineList,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): Listed[] {
  const group = list.tickets.find(({ ticket }) => ticket === ticketId)?.group;
  return list.tickets.filter(
    (one) =>
      one.group === group &&
      one.ticket !== ticketId &&
      one.status === 'valid' &&
      !admittedHere.has(one.ticket),
  );
}

/** The tariffs of the tickets of the group of a ticket that are not admitted yet. */
export function restTariffs(
  { ticket }: DoorResult,
  offline: OfflineList | null,
  admittedHere: ReadonlyMap<string, AdmittedHere>,
): NonNullable<DoorResult['tariff']>[] {
  if (ticket === null || offline === null) return [];
  return restOfGroup(ticket, offline, admittedHere).flatMap((one) => tariffOf(one, offline) ?? []);
}

/** The result of a ticket that is admitted as one of the rest of the group of the scan `of`. */
export function resultOfRest(
  of: DoorResult,
  sent: Pick<DoorResult, 'id' | 'entrance' | 'scannedAt'>,
  listed: Listed,
  offline: OfflineList,
): DoorResult {
  const { event, name, occursAt, day, timezone, group } = of;
  return {
    ...resultOf({ ...sent, code: null, hash: listed.hash }, 'admitted'),
    event,
    name,
    occursAt,
    day,
    timezone,
    ticket: listed.ticket,
    tariff: tariffOf(listed, offline),
    redeemedAt: sent.scannedAt,
    redeemedEntrance: sent.entrance,
    group: group && { size: group.size, admitted: group.size },
  };
}

/** A session that ends after midnight is of the day on which it began. Where the end is not known, it may go on. */
function goesOn(
  { scannedAt }: OfflineScan,
  endsAt: string | null | undefined,
  session: string | null,
): boolean {
  if (endsAt === undefined) return session !== null;
  return endsAt !== null && Date.parse(scannedAt) < Date.parse(endsAt);
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
    tariff: null,
    occursAt: null,
    day: null,
    timezone: null,
    redeemedAt: null,
    redeemedEntrance: null,
    ticket: null,
    group: null,
  };
}

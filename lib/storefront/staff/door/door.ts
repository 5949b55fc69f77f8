import { v5 as uuidFrom } from 'uuid';
import type { NoAdmission } from '../../../client/admissions';
import { ServiceError } from '../../../client/service-error';
import {
  type Admission,
  type AdmissionList,
  type AdmissionSession,
  longestActor,
  type ScanInput,
} from '../../../contract/admission';
import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';
import { cutText } from '../../../contract/plain-text';

/** What a person at an entrance is told about a scan: nothing about the customer. */
export type DoorResult = Pick<
  Admission,
  | 'id'
  | 'result'
  | 'conflict'
  | 'entrance'
  | 'scannedAt'
  | 'undoneAt'
  | 'event'
  | 'name'
  | 'occursAt'
  | 'day'
  | 'timezone'
  | 'seat'
  | 'redeemedAt'
  | 'redeemedEntrance'
> & {
  /** The identifier of the ticket. */
  readonly ticket: string | null;
  readonly code: string | null;
  readonly group: { readonly size: number; readonly admitted: number } | null;
};

/**
 * `forbidden`: the shop's token lacks a scope. `unsupported`: the service has no admission. `unavailable`: the service can't be
 * asked now. `invalid`: a scan was malformed, or its identifier was used before.
 */
export type DoorProblem = NoAdmission['kind'] | 'unavailable' | 'invalid';

export type DoorAnswer<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: DoorProblem };

const answerOf = <Value>(value: Value) => ({ kind: 'answer', value }) as const;
const problemOf = (problem: DoorProblem) => ({ kind: 'problem', problem }) as const;

type DoorStaff = Staff<'tickets:admit'>;

/** An outage is a value, because the device then judges on its own. */
async function orUnavailable<Value>(
  { log }: DoorStaff,
  work: () => Promise<DoorAnswer<Value>>,
): Promise<DoorAnswer<Value>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ reason: error.reason }, 'the service could not be asked about admissions');
    return problemOf('unavailable');
  }
}

/** One scan, as the page or the device sends it. */
export type DoorScan = Omit<ScanInput, 'actor' | 'catalog'>;

/** Judges scans. They can be sent again: each has an identifier, and is processed once. */
export function judgeScans(
  staff: DoorStaff,
  scans: readonly DoorScan[],
  language: Language,
): Promise<DoorAnswer<readonly DoorResult[]>> {
  const actor = cutText(staff.member.id, longestActor);
  return orUnavailable(staff, async () => {
    const given = scans.map((scan) => ({ ...scan, actor }));
    const answer = await staff.client.admitTickets(given, { language });
    if (answer.kind !== 'judged') return problemOf(answer.kind);
    return answerOf(answer.admissions.map(resultOf));
  });
}

/** What is admitted together with an earlier scan. */
export type GroupScan = Omit<DoorScan, 'code' | 'ticket' | 'undoes'> & { readonly groupOf: string };

/**
 * Admits the other tickets of the booking of an earlier scan. Their scans get identifiers that follow from the scan's own,
 * so it can be sent again.
 */
export function admitGroup(
  staff: DoorStaff,
  { groupOf, ...scan }: GroupScan,
  language: Language,
): Promise<DoorAnswer<readonly DoorResult[]>> {
  return orUnavailable(staff, async () => {
    const first = await staff.client.getAdmission(groupOf, { language });
    const rest = first.kind === 'found' ? (first.value.group?.remaining ?? []) : [];
    const scans = rest.map((path) => {
      const ticket = lastSegment(path);
      return { ...scan, id: uuidFrom(ticket, scan.id), ticket };
    });
    return scans.length === 0 ? answerOf([]) : judgeScans(staff, scans, language);
  });
}

const askAtDoor = <Value>(work: (staff: DoorStaff) => Promise<DoorAnswer<Value>>) =>
  forStaff('tickets:admit', (staff) => orUnavailable(staff, () => work(staff)));

export interface DoorPage {
  /** The visits of the day. */
  readonly visits: readonly AdmissionSession[];
  /** People of the last day who were let in without a connection, and whom the service would not have admitted. */
  readonly conflicts: readonly DoorResult[];
  /** The scan that was just made without scripts. */
  readonly shown: DoorResult | null;
}

const dayMilliseconds = 24 * 60 * 60_000;
const isRecent = ({ receivedAt }: Admission) => Date.now() - Date.parse(receivedAt) < dayMilliseconds;

export function readDoor(
  { date, shown }: { date: string | undefined; shown: string | undefined },
  language: Language,
): Promise<ForStaff<DoorAnswer<DoorPage>>> {
  return askAtDoor(async ({ client }) => {
    const visits = await client.listAdmissionSessions(date, { language });
    if (visits.kind !== 'sessions') return problemOf(visits.kind);
    const conflicts = await client.listConflicts({ language });
    const scan = shown === undefined ? null : await client.getAdmission(shown, { language });
    return answerOf({
      visits: visits.sessions,
      conflicts: conflicts.filter(isRecent).map(resultOf),
      shown: scan?.kind === 'found' ? resultOf(scan.value) : null,
    });
  });
}

interface DayList {
  readonly list: AdmissionList;
  readonly tag: string | undefined;
}

/** The tickets of a day, without their codes; null if the list with the given tag is up to date. */
export function readDayList(
  wanted: { date: string | undefined; tag: string | undefined },
  language: Language,
): Promise<ForStaff<DoorAnswer<DayList | null>>> {
  return askAtDoor(async ({ client }) => {
    const answer = await client.getAdmissionList(wanted, { language });
    if (answer.kind === 'unchanged') return answerOf(null);
    return answer.kind === 'list' ? answerOf(answer) : problemOf(answer.kind);
  });
}

function resultOf(admission: Admission): DoorResult {
  const { id, result, conflict, entrance, scannedAt, undoneAt } = admission;
  const { event, name, occursAt, day, timezone, seat, redeemedAt, redeemedEntrance, group } = admission;
  return {
    id,
    result,
    conflict,
    entrance,
    scannedAt,
    undoneAt,
    event,
    name,
    occursAt,
    day,
    timezone,
    seat: seat ?? null,
    redeemedAt,
    redeemedEntrance,
    ticket: admission.ticket && lastSegment(admission.ticket),
    code: admission.reference,
    group: group && { size: group.size, admitted: group.admitted },
  };
}

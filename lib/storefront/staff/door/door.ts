import { v5 as uuidFrom } from 'uuid';
import {
  type AdmissionList,
  type AdmissionSession,
  longestActor,
  type ScanInput,
} from '../../../contract/admission';
import { lastSegment } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { cutText } from '../../../contract/plain-text';
import type { ForStaff } from '../../common/account/for-staff';
import { type DoorConflict, readConflicts } from './conflicts';
import {
  answerOf,
  askAtDoor,
  type DoorAnswer,
  type DoorResult,
  type DoorStaff,
  orUnavailable,
  ownCatalogs,
  problemOf,
  resultOf,
  shownOf,
  type ShownWithoutScripts,
} from './door-answers';
import { findVisitors, type VisitorsFound, type WantedVisitors } from './visitors';

/** One scan, as the page or the device sends it. */
export type DoorScan = Omit<ScanInput, 'actor' | 'catalog' | 'catalogs'>;

/** Judges scans. They can be sent again: each has an identifier, and is processed once. */
export function judgeScans(
  staff: DoorStaff,
  scans: readonly DoorScan[],
  language: Language,
): Promise<DoorAnswer<readonly DoorResult[]>> {
  const by = { actor: cutText(staff.member.id, longestActor), catalogs: ownCatalogs(staff) };
  return orUnavailable(staff, async () => {
    const given = scans.map((scan) => ({ ...scan, ...by }));
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
    const first = await staff.client.getAdmission(groupOf, ownCatalogs(staff), { language });
    const rest = first.kind === 'found' ? (first.value.group?.remaining ?? []) : [];
    const scans = rest.map((path) => {
      const ticket = lastSegment(path);
      return { ...scan, id: uuidFrom(ticket, scan.id), ticket };
    });
    return scans.length === 0 ? answerOf([]) : judgeScans(staff, scans, language);
  });
}

/** A page without scripts reads so many scans; of more it does not say the tariffs. */
const mostRead = 20;

async function readShown(
  staff: DoorStaff,
  ids: readonly string[],
  language: Language,
): Promise<ShownWithoutScripts | null> {
  const wanted = ids.length > mostRead ? ids.slice(-1) : ids;
  const own = ownCatalogs(staff);
  const read = await Promise.all(wanted.map((id) => staff.client.getAdmission(id, own, { language })));
  const scans = read.flatMap((one) => (one.kind === 'found' ? [resultOf(one.value)] : []));
  return shownOf(scans, ids.length);
}

export interface DoorPage {
  /** The visits of the day. */
  readonly visits: readonly AdmissionSession[];
  /** Of the last day. */
  readonly conflicts: readonly DoorConflict[];
  /** The scan that was just made without scripts, or the last of several. */
  readonly shown: ShownWithoutScripts | null;
  /** What a search without scripts has found. */
  readonly found: VisitorsFound | null;
}

interface WantedDoor {
  readonly date: string | undefined;
  /** The ids of scans that were just made without scripts. */
  readonly shown: readonly string[];
  /** A search for visitors without scripts. */
  readonly find: WantedVisitors | undefined;
}

export function readDoor(
  { date, shown, find }: WantedDoor,
  language: Language,
): Promise<ForStaff<DoorAnswer<DoorPage>>> {
  return askAtDoor(async (staff) => {
    const wanted = { date, within: ownCatalogs(staff) };
    const visits = await staff.client.listAdmissionSessions(wanted, { language });
    if (visits.kind !== 'sessions') return problemOf(visits.kind);
    const conflicts = await readConflicts(staff, language);
    const found = find === undefined ? null : await findVisitors(staff, find, language);
    if (found?.kind === 'problem') return found;
    return answerOf({
      visits: visits.sessions,
      conflicts,
      shown: await readShown(staff, shown, language),
      found: found?.value ?? null,
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
  return askAtDoor(async (staff) => {
    const within = ownCatalogs(staff);
    const answer = await staff.client.getAdmissionList({ ...wanted, within }, { language });
    if (answer.kind === 'unchanged') return answerOf(null);
    return answer.kind === 'list' ? answerOf(answer) : problemOf(answer.kind);
  });
}

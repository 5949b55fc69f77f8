import type { NoAdmission } from '../../../client/admissions';
import { ServiceError } from '../../../client/service-error';
import type { Admission } from '../../../contract/admission';
import { lastSegment } from '../../../contract/iri';
import { onlyOf } from '../../../shop/rules/staff-catalogs';
import { forStaff, type Staff } from '../../common/account/for-staff';

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
  | 'tariff'
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

export const answerOf = <Value>(value: Value) => ({ kind: 'answer', value }) as const;
export const problemOf = (problem: DoorProblem) => ({ kind: 'problem', problem }) as const;

/** All that is asked of the service for them names their catalogues. */
export type DoorStaff = Staff<'tickets:admit by catalog'>;

/** The catalogues whose tickets they admit; null: all. */
export const ownCatalogs = ({ member }: DoorStaff): string[] | null => onlyOf(member.catalogs);

/** An outage is a value, because the device then judges on its own. */
export async function orUnavailable<Value>(
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

/** What a read of the page gets, if the person may admit. */
export const askAtDoor = <Value>(work: (staff: DoorStaff) => Promise<DoorAnswer<Value>>) =>
  forStaff('tickets:admit by catalog', (staff) => orUnavailable(staff, () => work(staff)));

export type ShownWithoutScripts = DoorResult & {
  /** The tariffs of tickets that were admitted together; none if not all of them were read. */
  readonly together?: readonly NonNullable<DoorResult['tariff']>[];
};

/** What is shown of `made` scans of one form: one that was not admitted, or the last with the tariffs of all. */
export function shownOf(scans: readonly DoorResult[], made: number): ShownWithoutScripts | null {
  const last = scans.findLast(({ result }) => result !== 'admitted') ?? scans.at(-1);
  if (last === undefined) return null;
  if (made < 2 || last.result !== 'admitted') return last;
  return { ...last, together: made > scans.length ? [] : scans.flatMap(({ tariff }) => tariff ?? []) };
}

export function resultOf(admission: Admission): DoorResult {
  const { id, result, conflict, entrance, scannedAt, undoneAt } = admission;
  const { event, name, tariff, occursAt, day, timezone, seat, redeemedAt, redeemedEntrance, group } =
    admission;
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
    tariff: tariff ?? null,
    seat: seat ?? null,
    redeemedAt,
    redeemedEntrance,
    ticket: admission.ticket && lastSegment(admission.ticket),
    code: admission.reference,
    group: group && { size: group.size, admitted: group.admitted },
  };
}

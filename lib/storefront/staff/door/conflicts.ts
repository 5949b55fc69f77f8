import { type Admission, longestActor } from '../../../contract/admission';
import { cutText } from '../../../contract/plain-text';
import type { Language } from '../../../locale/languages';
import { readStaffNames } from '../../../shop/data/staff-names';
import type { ForStaff } from '../../common/account/for-staff';
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
} from './door-answers';

/** A person who was let in without a connection, and whom the service would not have admitted. */
export type DoorConflict = DoorResult & {
  /** When somebody had looked at it, and who, by name; null: nobody has. */
  readonly resolved: { readonly at: string; readonly by: string } | null;
};

const dayMilliseconds = 24 * 60 * 60_000;
const isRecent = ({ receivedAt }: Admission) => Date.now() - Date.parse(receivedAt) < dayMilliseconds;

/** Those of the last day. */
export async function readConflicts(staff: DoorStaff, language: Language): Promise<DoorConflict[]> {
  const { client, checkoutContext } = staff;
  const recent = (await client.listConflicts(ownCatalogs(staff), { language })).filter(isRecent);
  const ids = recent.flatMap(({ resolvedBy }) => resolvedBy ?? []);
  const nameOf = await readStaffNames(checkoutContext.database, ids);
  return recent.map((one) => {
    const { resolvedAt = null, resolvedBy = null } = one;
    const resolved = resolvedAt === null ? null : { at: resolvedAt, by: nameOf(resolvedBy ?? '') };
    return { ...resultOf(one), resolved };
  });
}

export const readConflictList = (language: Language): Promise<ForStaff<DoorAnswer<DoorConflict[]>>> =>
  askAtDoor(async (staff) => answerOf(await readConflicts(staff, language)));

/** Ticks a conflict off: the service keeps who was the first. Resolves to all of the last day. */
export function resolveConflict(
  staff: DoorStaff,
  id: string,
  language: Language,
): Promise<DoorAnswer<DoorConflict[]>> {
  return orUnavailable(staff, async () => {
    const by = { actor: cutText(staff.member.id, longestActor), catalogs: ownCatalogs(staff) };
    const posted = await staff.client.resolveConflict(id, by, { language });
    return posted.kind === 'answer' ? answerOf(await readConflicts(staff, language)) : problemOf(posted.kind);
  });
}

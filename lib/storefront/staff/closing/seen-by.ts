import type { DayView } from '../../../shop/flows/closing/read-day';
import { may, type StaffMember } from '../../common/account/staff-access';

const isOfCounter = ({ method }: DayView['figures'][number]) => method === 'cash' || method === 'terminal';

/**
 * A day without what was paid at the counter (`isBlind`) for a person who has to count a till of the day first: from the rest of
 * the figures its content would follow. Admins see all of it.
 */
export function seenBy(
  member: Pick<StaffMember, 'id' | 'permissions'>,
  view: DayView,
): { view: DayView; isBlind: boolean } {
  const isBlind =
    !may(member, 'orders:override') &&
    view.shifts.shifts.some(({ staff, countedAt }) => staff === member.id && countedAt === null);
  if (!isBlind) return { view, isBlind };
  const left = {
    figures: view.figures.filter((one) => !isOfCounter(one)),
    cash: '0.00',
    closing: null,
    corrections: [],
    shifts: { ...view.shifts, amounts: [] },
  };
  return { view: { ...view, ...left }, isBlind };
}

'use server';

import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { RemovalState } from '@/components/staff/waiting-list/removal-form';
import { paths } from '@/lib/locale/paths';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import {
  longestRemovalReason,
  removalForm,
  type RemovalProblem,
  removeByStaff,
} from '@/lib/storefront/staff/waiting-list/waiting-lists';

async function again(
  { reason }: z.output<typeof removalForm>,
  problem: { kind: RemovalProblem } | NotAllowed,
): Promise<Omit<RemovalState, 'attempt'>> {
  const t = await getTranslations('lists.waitingLists.remove');
  const text =
    problem.kind === 'not_allowed' ? problem.text : t(problem.kind, { most: longestRemovalReason });
  const field = problem.kind === 'noReason' ? 'reason' : null;
  return { values: { reason }, problem: { title: t('failed'), text, field } };
}

/** Takes somebody off a waiting list; then the list says so. */
export const removeFromList = async (previous: RemovalState, form: FormData): Promise<RemovalState> =>
  staffFormAction('orders:change by catalog', removalForm, again, async (staff, typed, { language }) => {
    const kind = await removeByStaff(staff, typed);
    if (kind !== null) return { kind };
    const choice = typed.choice === '' ? undefined : typed.choice;
    // The time makes another address of each removal: a router would keep the page of the same one.
    return paths.staffWaitingList(language, typed.listId, { choice, done: String(Date.now()) });
  })(previous, form);

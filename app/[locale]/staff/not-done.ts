import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { paths } from '@/lib/locale/paths';
import type { ForStaff } from '@/lib/storefront/common/account/for-staff';

/** Says why an action did nothing: the sign-in has ended, or a role is gone. `back`: the page of the form. */
export async function notDone(back: string): Promise<never> {
  redirect(paths.staffNotDone(await getLocale(), { back }));
}

/** The same for a form that stays as it is, with what was typed; null: the role does not allow it, as the form says. */
export async function signedOutText(answer: ForStaff<unknown>): Promise<string | null> {
  return answer.kind === 'signed_out' ? (await getTranslations('staff.notDone'))('signedOutForm') : null;
}

import { getLocale, getTranslations } from 'next-intl/server';
import { formatDay } from '@/lib/locale/venue-time';
import type { DoneCatalog } from '@/lib/storefront/staff/setup/save-catalog';
import { unlessSeen } from '@/lib/storefront/staff/setup/seen-preview';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';
import { typedFields } from '@/lib/storefront/staff/setup/typed';

/** Another time zone is saved only when it was shown what becomes of the sessions. */
export async function stopForZone(seen: { intent: string; seen: string }, form: FormData) {
  const t = await getTranslations('setup.zone');
  const language = await getLocale();
  const moment = ({ day, time }: { day: string; time: string }) =>
    `${formatDay(day, language, 'short')}, ${time}`;
  return ({ keep, times }: DoneCatalog): Preview | null => {
    if (times === null) return null;
    const title = t(keep === 'moments' ? 'keepMoments' : 'keepHours', { count: times.sessions });
    const lines =
      keep === 'moments' ? [t('example', { from: moment(times.from), to: moment(times.to) })] : [];
    return unlessSeen(seen, typedFields(form), { kind: 'preview', title, lines: [...lines, t('again')] });
  };
}

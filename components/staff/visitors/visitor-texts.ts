import { useLocale, useTranslations } from 'next-intl';
import { withColon } from '@/lib/locale/colon';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import type { VisitorListPage } from '@/lib/storefront/staff/visitors/visitors';

type Visitor = VisitorListPage['visitors'][number];

/** How a list says who comes, and what with. */
export function useVisitorTexts({ day, timezone }: Pick<VisitorListPage, 'day' | 'timezone'>) {
  const t = useTranslations('lists.visitors');
  const states = useTranslations('staff.ticketStates');
  const language = useLocale();
  return {
    nameOf: ({ name }: Visitor) => (name === null ? t('erased') : `${name.lastname}, ${name.firstname}`),
    stateOf: ({ status, redeemedAt }: Visitor) => {
      if (status !== 'redeemed' || redeemedAt === null) return states(status);
      const on = venueDay(redeemedAt, timezone);
      const time = venueTime(redeemedAt, timezone);
      return t('admittedAt', {
        moment: on === day ? time : `${formatDay(on, language, 'short')}, ${time}`,
      });
    },
    answersOf: ({ answers }: Visitor) =>
      answers.map(({ label, value }) => withColon(label, value, language)).join(' · '),
  };
}

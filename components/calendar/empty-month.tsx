import { useLocale, useTranslations } from 'next-intl';
import { formatDay, formatMonth } from '@/lib/locale/venue-time';
import { ButtonLink } from '../ui/button-link';

interface EmptyMonthProps {
  /** YYYY-MM */
  readonly month: string;
  /** The next day that can be booked, YYYY-MM-DD; null if it is not known. */
  readonly nextDay: string | null;
  /** Of that day, or of the first days on sale. */
  readonly href: string;
}

export function EmptyMonth({ month, nextDay, href }: EmptyMonthProps) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  return (
    <div className="pb-6">
      <p>{t('emptyMonth', { month: formatMonth(month, language) })}</p>
      <p className="pt-2">
        <ButtonLink href={href} variant="secondary" scroll={false}>
          {nextDay === null ? t('firstDate') : t('nextDate', { day: formatDay(nextDay, language) })}
        </ButtonLink>
      </p>
    </div>
  );
}

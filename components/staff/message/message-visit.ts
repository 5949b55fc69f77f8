import { useLocale, useTranslations } from 'next-intl';
import { formatDay, venueTime } from '@/lib/locale/venue-time';

interface Visit {
  readonly event: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** ISO 8601; null: any time of the day. */
  readonly occursAt: string | null;
  readonly timezone: string;
}

/** "Harbour walk, Saturday 21 November 2026, 14:30": what a message is about. */
export function useMessageVisit({ event, day, occursAt, timezone }: Visit): string {
  const t = useTranslations('today');
  const time = occursAt === null ? t('anyTime') : venueTime(occursAt, timezone);
  return `${event}, ${formatDay(day, useLocale(), 'long')}, ${time}`;
}

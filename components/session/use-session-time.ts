import { useTranslations } from 'next-intl';
import type { Session } from '@/lib/contract/session';
import { isAllDay, venueTime } from '@/lib/locale/venue-time';

/** Says when a session begins: "09:30", or "all day". */
export function useSessionTime() {
  const t = useTranslations('shop.state');
  return ({ occursAt, duration }: Pick<Session, 'occursAt' | 'duration'>, timezone: string | undefined) =>
    isAllDay(occursAt, duration, timezone) ? t('allDay') : venueTime(occursAt, timezone);
}

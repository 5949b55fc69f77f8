import { useLocale } from 'next-intl';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import type { EventChange } from '@/lib/shop/tables/event-change-table';

/** "Harbour walk, Sat 21 Nov, 14:30", at the venue. */
export function useSessionName() {
  const language = useLocale();
  return ({ eventName, occursAt, timezone }: Pick<EventChange, 'eventName' | 'occursAt' | 'timezone'>) => {
    const at = occursAt.toISOString();
    return `${eventName}, ${formatDay(venueDay(at, timezone), language, 'short')}, ${venueTime(at, timezone)}`;
  };
}

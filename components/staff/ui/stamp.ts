import { useLocale, useTimeZone } from 'next-intl';
import { dateFormat } from '@/lib/locale/formats';

/** "21 Nov 2026, 14:32:05" in a time zone. */
export function stamp(moment: Date, language: string, timeZone: string): string {
  return dateFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  }).format(moment);
}

/** The shop's time zone, SHOP_TIME_ZONE: the one of the days in reports and of the daily closing. */
export function useShopZone(): string {
  const timeZone = useTimeZone();
  if (timeZone === undefined) throw new Error('the request has no time zone');
  return timeZone;
}

/** Writes moments in the shop's time zone, which the bar of staff names. */
export function useStamp(): (moment: Date) => string {
  const language = useLocale();
  const timeZone = useShopZone();
  return (moment) => stamp(moment, language, timeZone);
}

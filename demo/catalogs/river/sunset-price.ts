import { Temporal } from 'temporal-polyfill';
import { fromCents, toCents } from '@/lib/money/money';
import { weekday, type Day } from '../common/programme';
import { sailsAtSunset, sunsetTime, timezone } from './river-calendar';

export const sunsetKey = 'sunset';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The lowest price, which the programme shows. */
export function sunsetListPrice(day: Day): string {
  return day.dayOfWeek >= weekday.friday ? '32.00' : '27.00';
}

/**
 * The price of the sunset cruise of a day (YYYY-MM-DD) at a moment (milliseconds since 1970); null if it has left,
 * or if there is none. In its last two weeks the price rises by 25 cents a day; it also rises and falls by 10 cents
 * a minute.
 */
export function sunsetPrice(date: string, now: number): string | null {
  const day = Temporal.PlainDate.from(date);
  if (!sailsAtSunset(day)) return null;
  const departure = day.toZonedDateTime({ timeZone: timezone, plainTime: sunsetTime(day) }).epochMilliseconds;
  if (now >= departure) return null;
  const nearness = Math.floor(Math.max(0, 14 - (departure - now) / dayMs)) * 25;
  // From 80 cents down to 0 and back within 16 minutes; each day begins at another point.
  const wave = Math.abs(((Math.floor(now / minuteMs) + day.day) % 16) - 8) * 10;
  return fromCents(toCents(sunsetListPrice(day)) + nearness + wave);
}

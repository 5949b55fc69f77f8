import { Temporal } from 'temporal-polyfill';
import { fromCents, toCents } from '@/lib/money/money';
import { weekday, type Day } from '../programme';
import { sailsAtSunset, sunsetTime, timezone } from './river-calendar';

export const sunsetKey = 'sunset';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What the programme prints; the boat is never cheaper. */
export function sunsetListPrice(day: Day): string {
  return day.dayOfWeek >= weekday.friday ? '32.00' : '27.00';
}

/**
 * What the sunset cruise of a day (YYYY-MM-DD) costs at a moment (milliseconds since 1970); null when it has left, or
 * does not leave. In its last two weeks it goes up by 25 cents a day; and it goes up and down by 10 cents a minute.
 */
export function sunsetPrice(date: string, now: number): string | null {
  const day = Temporal.PlainDate.from(date);
  if (!sailsAtSunset(day)) return null;
  const departure = day.toZonedDateTime({ timeZone: timezone, plainTime: sunsetTime(day) }).epochMilliseconds;
  if (now >= departure) return null;
  const nearness = Math.floor(Math.max(0, 14 - (departure - now) / dayMs)) * 25;
  // From 80 cents down to none and back within 16 minutes, every day at another point of it.
  const wave = Math.abs(((Math.floor(now / minuteMs) + day.day) % 16) - 8) * 10;
  return fromCents(toCents(sunsetListPrice(day)) + nearness + wave);
}

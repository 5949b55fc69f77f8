import { Temporal } from 'temporal-polyfill';
import { isHoliday, weekday, type Day } from '../common/programme';

export const timezone = 'Europe/Paris';
/** Days on which no boat leaves. */
export const holidays = ['01-01', '12-25'];

/** When the sunset cruise leaves, from January to December, by winter time. */
const sunsetTimes = [
  ['16:45', '17:30', '18:15'],
  ['19:00', '19:45', '20:15'],
  ['20:15', '19:15', '18:15'],
  ['17:15', '16:30', '16:15'],
].flat();

/** The sun keeps no summer time, so the clock has to. */
export function sunsetTime(day: Day): string {
  const winterTime = Temporal.PlainTime.from(sunsetTimes[day.month - 1] ?? '18:00');
  const noon = day.toZonedDateTime({ timeZone: timezone, plainTime: '12:00' });
  const hours = noon.offset === '+02:00' ? 1 : 0;
  return winterTime.add({ hours }).toString({ smallestUnit: 'minute' });
}

export function sailsAtSunset(day: Day): boolean {
  return day.dayOfWeek >= weekday.wednesday && !isHoliday(day, holidays);
}

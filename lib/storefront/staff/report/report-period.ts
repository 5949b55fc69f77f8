import { databaseNow } from '../../../shop/context';
import type { Period } from '../../../shop/flows/report/period';
import { addDays, firstDayOf, isDay, monthOf } from '../../../locale/calendar';
import { venueToday } from '../../../locale/venue-time';
import type { AppContext } from '../../../runtime/app-context';

/** The longest period, in days: of a report, and of an export. */
export const longestReport = 366;
export const longestExport = 3660;

type Context = Pick<AppContext, 'checkoutContext' | 'config'>;

/** The current day of the shop's time zone. */
export async function shopToday({ checkoutContext, config }: Context): Promise<string> {
  return venueToday(await databaseNow(checkoutContext.database), config.timeZone);
}

/** A day of the shop's books: no earlier one was meant. */
export const isBookDay = (day: string): boolean => isDay(day) && day >= '1970';

/** The period that was typed; null if it is none, or longer than so many days. */
export function typedPeriod(
  { config }: Pick<Context, 'config'>,
  { from, to }: { from: unknown; to: unknown },
  longest: number,
): Period | null {
  if (typeof from !== 'string' || typeof to !== 'string' || !isBookDay(from) || !isDay(to)) return null;
  if (from > to || addDays(from, longest - 1) < to) return null;
  return { from, to, timeZone: config.timeZone };
}

/** From the beginning of this month until today. */
export async function currentPeriod(context: Context): Promise<Period> {
  const to = await shopToday(context);
  return { from: firstDayOf(monthOf(to)), to, timeZone: context.config.timeZone };
}

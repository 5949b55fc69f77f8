import type { Language } from './languages';
import { formatDay, venueDay, venueTime } from './venue-time';

/** The day and, for a ticket with a session, the time, in words and in the venue's time zone. The day is empty if it has none. */
export function ticketMoment(
  { date, timezone }: { readonly date: string | null; readonly timezone: string | null },
  { occursAt }: { readonly occursAt: string | null },
  language: Language,
): { day: string; time: string | null } {
  const zone = timezone ?? undefined;
  if (occursAt === null) return { day: date === null ? '' : formatDay(date, language, 'long'), time: null };
  return {
    day: formatDay(venueDay(occursAt, zone), language, 'long'),
    time: venueTime(occursAt, zone),
  };
}

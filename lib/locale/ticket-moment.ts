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

/** When a ticket took place at the purchase, in words; null: it was not moved. */
export function earlierMoment(
  line: Parameters<typeof ticketMoment>[0],
  { movedFrom }: { readonly movedFrom?: string },
  language: Language,
): string | null {
  if (movedFrom === undefined) return null;
  const { day, time } = ticketMoment(line, { occursAt: movedFrom }, language);
  return `${day}, ${time ?? ''}`;
}

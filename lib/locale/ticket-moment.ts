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

/**
 * What has happened to a visit since it was chosen, for the text `visitChange`; null: nothing. `moment` is when it took place
 * then, in words. While it is called off, this alone is said.
 */
export function visitChange(
  line: Parameters<typeof ticketMoment>[0],
  { movedFrom, calledOff }: { readonly movedFrom?: string; readonly calledOff?: 'cancelled' | 'postponed' },
  language: Language,
): { what: 'moved' | 'cancelled' | 'postponed'; moment: string } | null {
  if (calledOff !== undefined) return { what: calledOff, moment: '' };
  if (movedFrom === undefined) return null;
  const { day, time } = ticketMoment(line, { occursAt: movedFrom }, language);
  return { what: 'moved', moment: `${day}, ${time ?? ''}` };
}

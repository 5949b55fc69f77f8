import type { Line, LineTicket } from '@/lib/checkout/queries';
import type { Language } from '@/lib/locale/languages';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';

/** The day and, for a ticket with a session, the time, in the venue's time zone. */
export function momentOf(
  line: Pick<Line, 'date' | 'timezone'>,
  ticket: LineTicket,
  language: Language,
): { day: string; time: string | null } {
  const timezone = line.timezone ?? undefined;
  if (ticket.occursAt === null) {
    return { day: line.date === null ? '' : formatDay(line.date, language, 'long'), time: null };
  }
  return {
    day: formatDay(venueDay(ticket.occursAt, timezone), language, 'long'),
    time: venueTime(ticket.occursAt, timezone),
  };
}

/** The name of a line where there is room for one name only. */
export function lineName(line: Line): string {
  return line.productName === '' ? (line.tickets[0]?.event?.name ?? '') : line.productName;
}

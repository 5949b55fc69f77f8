import type { Language } from '@/lib/locale/languages';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';

/** A line of a booking, as pages show it. */
export interface LineView {
  readonly catalogId: string;
  readonly catalogName: string;
  readonly timezone: string | null;
  readonly productId: string;
  readonly productName: string;
  readonly date: string | null;
  readonly quantity: number;
  readonly unitAmount: string;
  readonly totalAmount: string;
  readonly tickets: readonly LineTicketView[];
}

export interface LineTicketView {
  readonly name: string;
  readonly occursAt: string | null;
  readonly sessionName: string | null;
  readonly event: { readonly id: string; readonly name: string; readonly venue: string | null } | null;
}

/** The day and, for a ticket with a session, the time, on the venue's clock. */
export function momentOf(
  line: Pick<LineView, 'date' | 'timezone'>,
  ticket: LineTicketView,
  language: Language,
): { day: string; time: string | null } {
  const timezone = line.timezone ?? undefined;
  if (ticket.occursAt === null) {
    return { day: line.date === null ? '' : formatDay(line.date, language), time: null };
  }
  return {
    day: formatDay(venueDay(ticket.occursAt, timezone), language),
    time: venueTime(ticket.occursAt, timezone),
  };
}

/** What a line is called where there is room for one name. */
export function lineName(line: LineView): string {
  return line.productName === '' ? (line.tickets[0]?.event?.name ?? '') : line.productName;
}

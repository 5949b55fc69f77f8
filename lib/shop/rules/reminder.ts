import { Temporal } from 'temporal-polyfill';
import { venueDay } from '../../locale/venue-time';
import type { Line, LineTicket } from '../values/checkout-values';

type Visiting = Pick<Line, 'date' | 'timezone' | 'giftCard'> & {
  readonly tickets: readonly Pick<LineTicket, 'occursAt' | 'calledOff'>[];
};

/** Whoever has just bought needs no reminder of it. */
export const leastHours = 12;

/**
 * When the customer is reminded: the day before the first visit, at this hour at the venue. Null: nothing takes place, its day
 * or the venue's clock is not known, or that is too soon.
 */
export function reminderAt(lines: readonly Visiting[], hour: number, now: Date): Date | null {
  const visits = lines.filter(({ giftCard }) => giftCard !== true);
  const moments = visits.flatMap(({ date, timezone, tickets }) =>
    tickets.flatMap(({ occursAt, calledOff }) => {
      const day = occursAt === null ? date : venueDay(occursAt, timezone ?? undefined);
      // Without a time zone, the offset of the session is that of the venue.
      const timeZone = timezone ?? /[+-]\d{2}:\d{2}$/.exec(occursAt ?? '')?.[0];
      if (calledOff !== undefined || day === null || timeZone === undefined) return [];
      const before = Temporal.PlainDate.from(day).subtract({ days: 1 });
      return before.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
    }),
  );
  const first = Math.min(...moments);
  return Number.isFinite(first) && first > now.getTime() + leastHours * 3_600_000 ? new Date(first) : null;
}

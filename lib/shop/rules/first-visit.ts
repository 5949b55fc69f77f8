import type { Language } from '../../locale/languages';
import { formatDay, venueDay, venueTime } from '../../locale/venue-time';
import type { Line, LineTicket } from '../values/checkout-values';
import { beginOf, inOrderOfTime } from './order-of-time';

interface Visit {
  readonly name: string;
  readonly line: Pick<Line, 'date' | 'timezone' | 'lang'>;
  readonly ticket: Pick<LineTicket, 'occursAt'>;
}

/** What a booking is for, in few words: its first visit with a short day and the time, and how many more there are; null: none. */
export function firstVisit(visits: readonly Visit[], language: Language) {
  const [first, ...others] = inOrderOfTime(visits, ({ line, ticket }) => beginOf(line, ticket));
  if (first === undefined) return null;
  const { name, line, ticket } = first;
  const { occursAt } = ticket;
  const zone = line.timezone ?? undefined;
  const day = occursAt === null ? line.date : venueDay(occursAt, zone);
  const time = occursAt === null ? [] : [venueTime(occursAt, zone)];
  const moment = [...(day === null ? [] : [formatDay(day, language, 'short')]), ...time].join(', ');
  return { name, lang: line.lang, moment, more: others.length };
}

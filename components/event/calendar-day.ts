import type { EventDay } from '@/lib/contract/event-calendar';
import type { CalendarDay } from '../calendar/calendar';

const closedAs = {
  sold_out: 'soldOut',
  not_on_sale: 'notOnSale',
  over: 'notOnSale',
  postponed: 'postponed',
  cancelled: 'cancelled',
} as const;

/** A day of an event, as a calendar shows it. */
export function calendarDay({ day, status, fromPrice, availableQuantity, mayReturn }: EventDay): CalendarDay {
  const known = { day, fromPrice, availableQuantity };
  if (status === 'on_sale') return { ...known, closedAs: null };
  return { ...known, closedAs: status === 'sold_out' && mayReturn ? 'allHeld' : closedAs[status] };
}

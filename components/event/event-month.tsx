import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { EventDay } from '@/lib/contract/event-calendar';
import { monthOf } from '@/lib/locale/calendar';
import { formatDay } from '@/lib/locale/venue-time';
import type { EventMonth } from '@/lib/storefront/shop/event/event-months';
import { Calendar, type CalendarDay } from '../calendar/calendar';
import { EmptyMonth } from '../calendar/empty-month';
import { Link } from '../ui/link';

const closedAs = {
  sold_out: 'soldOut',
  not_on_sale: 'notOnSale',
  over: 'notOnSale',
  postponed: 'postponed',
  cancelled: 'cancelled',
} as const;

function calendarDay({ day, status, fromPrice, availableQuantity, mayReturn }: EventDay): CalendarDay {
  const known = { day, fromPrice, availableQuantity };
  if (status === 'on_sale') return { ...known, closedAs: null };
  return { ...known, closedAs: status === 'sold_out' && mayReturn ? 'allHeld' : closedAs[status] };
}

interface MonthViewProps {
  readonly month: EventMonth;
  /** The day whose times are shown, YYYY-MM-DD. */
  readonly selected: string | null;
  readonly hrefOf: (query: { month?: string; date?: string }) => string;
  /** The form for a date. */
  readonly children: ReactNode;
}

/** A month with the prices of its days; beside it the next and the last day that can be booked. */
export function MonthView({ month: view, selected, hrefOf, children }: MonthViewProps) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  const { days, month, nextDay, lastDay } = view;
  const dayHref = (day: string) => hrefOf({ month: monthOf(day), date: day });
  const dayLink = (key: 'nextDate' | 'lastDate', day: string) => (
    <Link
      href={dayHref(day)}
      scroll={false}
      className="inline-flex min-h-target items-center underline"
      aria-current={day === selected ? 'date' : undefined}
    >
      {t(key, { day: formatDay(day, language) })}
    </Link>
  );
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-6 md:grid-cols-[7fr_4fr]">
      <div>
        {days.some(({ status }) => status === 'on_sale') ? null : (
          <EmptyMonth month={month} nextDay={nextDay} href={dayHref(nextDay)} />
        )}
        <Calendar {...view} days={days.map(calendarDay)} selected={selected} hrefOf={hrefOf} />
      </div>
      <div className="space-y-2">
        {children}
        <p>
          {dayLink('nextDate', nextDay)}
          <br />
          {lastDay === nextDay ? null : dayLink('lastDate', lastDay)}
        </p>
      </div>
    </div>
  );
}

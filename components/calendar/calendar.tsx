import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { availabilityWords, stateText, type ClosedAs } from '@/lib/locale/availability';
import { weeksOf } from '@/lib/locale/calendar';
import { formatDay, formatMonth, weekdayNames } from '@/lib/locale/venue-time';
import { compareAmounts } from '@/lib/money/money';
import { compactPrice } from '../price/compact-price';
import { Link } from '../ui/link';
import { CalendarKeys } from './calendar-keys';

/** A day that is or was on sale. */
export interface CalendarDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** In euros with two places; null if it can't be booked. */
  readonly fromPrice: string | null;
  /** Null: unlimited. */
  readonly availableQuantity: number | null;
  /** Why it can't be booked; null if it can. */
  readonly closedAs: ClosedAs | 'soldOut' | null;
}

export interface CalendarProps {
  /** YYYY-MM */
  readonly month: string;
  /** YYYY-MM-DD: weeks that ended before are left out. */
  readonly today: string;
  /** The days of the month, others are not on sale. */
  readonly days: readonly CalendarDay[];
  /** YYYY-MM-DD */
  readonly selected: string | null;
  readonly hrefOf: (query: { month?: string; date?: string }) => string;
}

const cell =
  'flex h-full min-h-12 flex-col wrap-anywhere px-1 py-1.5 @min-[28rem]:min-h-24 @min-[28rem]:px-2 @min-[28rem]:py-2';
const number = 'tabular text-[1.125rem] leading-5 @min-[28rem]:text-[1.625rem] @min-[28rem]:leading-7';

interface ToDay {
  readonly isSelected: boolean;
  readonly href: string;
}

interface DayLinkProps extends ToDay {
  readonly label: string;
  readonly look: string;
  readonly children: ReactNode;
}

function DayLink({ isSelected, href, label, look, children }: DayLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isSelected ? 'date' : undefined}
      className={`${cell} no-underline ${look}`}
    >
      {/* As a text, and not as a label, so that the link has one name for everybody. */}
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </Link>
  );
}

/** The lowest price of a day: on the day, and in its accessible name. */
export function usePrices() {
  const t = useTranslations('shop.product');
  const free = useTranslations('search')('free');
  const language = useLocale();
  return ({ day, fromPrice }: CalendarDay, state: string) => {
    const named = formatDay(day, language);
    if (fromPrice === null) return { shown: '', label: `${named}, ${state}` };
    if (compareAmounts(fromPrice, '0.00') === 0) {
      return { shown: free, label: t('dayLabelFree', { day: named, state }) };
    }
    const price = compactPrice(fromPrice, language);
    return { shown: price, label: t('dayLabel', { day: named, price, state }) };
  };
}

function BookableDay({ day, ...link }: ToDay & { day: CalendarDay }) {
  const language = useLocale();
  const state = stateText(useTranslations('shop.state'), day.availableQuantity);
  const { shown, label } = usePrices()(day, state);
  const look = link.isSelected
    ? 'bg-accent text-on-accent outline-2 outline-accent'
    : 'bg-accent-soft text-ink hover:outline-2 hover:outline-accent';
  // "Available" is left out, because the price already says it; the label has it.
  const isPlain = availabilityWords(day.availableQuantity).kind === 'available';
  return (
    <DayLink {...link} label={label} look={look}>
      <span className={`${number} font-extrabold`}>{formatDay(day.day, language, 'number')}</span>
      {/* "€12.50" fits in a line of a cell on the smallest phones. */}
      <span className="mt-auto text-micro font-bold @max-[19rem]:-mx-0.5 @max-[19rem]:text-[0.6875rem] @max-[19rem]:tracking-tighter @min-[28rem]:text-base">
        {shown}
      </span>
      {isPlain ? null : <span className="text-micro @min-[28rem]:text-small">{state}</span>}
    </DayLink>
  );
}

export const dayWords = {
  soldOut: 'dayOut',
  allHeld: 'dayHeld',
  cancelled: 'dayCancelled',
  postponed: 'dayPostponed',
  notOnSale: 'dayOff',
} as const;

interface SoldOutDayProps extends ToDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly closedAs: 'soldOut' | 'allHeld';
}

/** A day of which nothing is left: its page tells what one can wait for. */
function SoldOutDay({ day, closedAs, ...link }: SoldOutDayProps) {
  const t = useTranslations('shop.product');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const look = link.isSelected
    ? 'border-solid border-accent outline-2 outline-accent'
    : 'border-dashed border-edge hover:border-solid hover:border-ink';
  return (
    <DayLink
      {...link}
      label={t(dayWords[closedAs], { day: formatDay(day, language) })}
      look={`border text-ink-soft ${look}`}
    >
      <span className={`${number} line-through`}>{formatDay(day, language, 'number')}</span>
      {/* Where there is little room, the struck number says it. */}
      <span className="mt-auto hyphens-auto text-micro @min-[15rem]:@max-[19rem]:hidden @min-[28rem]:text-small">
        {state(closedAs)}
      </span>
    </DayLink>
  );
}

/** `as`: why it can't be booked, if it was on sale. */
function ClosedDay({ day, as }: { day: string; as: CalendarDay['closedAs'] }) {
  const t = useTranslations('shop.product');
  const state = useTranslations('shop.state');
  const language = useLocale();
  return (
    <div className={`${cell} text-ink-soft`}>
      <span className="sr-only">
        {t(as === null ? 'dayOff' : dayWords[as], { day: formatDay(day, language) })}
      </span>
      <span aria-hidden="true" className={number}>
        {formatDay(day, language, 'number')}
      </span>
      {as === null ? null : (
        <span aria-hidden="true" className="mt-auto hyphens-auto text-micro @min-[28rem]:text-small">
          {state(as)}
        </span>
      )}
    </div>
  );
}

interface DayProps extends ToDay {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly known: CalendarDay | undefined;
}

function Day({ day, known, ...link }: DayProps) {
  const closedAs = known?.closedAs ?? null;
  if (known !== undefined && closedAs === null) return <BookableDay day={known} {...link} />;
  if (closedAs === 'soldOut' || closedAs === 'allHeld') {
    return <SoldOutDay day={day} closedAs={closedAs} {...link} />;
  }
  return <ClosedDay day={day} as={closedAs} />;
}

/** The weeks of a month that have not ended. */
export const weeksToCome = (month: string, today: string) =>
  weeksOf(month).filter((week) => week.some((day) => day !== null && day >= today));

function CalendarTable({ month, today, days, selected, hrefOf }: CalendarProps) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const byDay = new Map(days.map((each) => [each.day, each]));
  const long = weekdayNames(language, 'long');
  // A column has no room for the full stop of an abbreviation.
  const short = weekdayNames(language, 'short').map((name) => name.replace(/[.]$/, ''));
  const weeks = weeksToCome(month, today);
  return (
    <table className="month-table w-full table-fixed border-separate border-spacing-0.5 @min-[28rem]:border-spacing-1">
      <caption className="sr-only">{t('calendarCaption', { month: formatMonth(month, language) })}</caption>
      <thead>
        <tr>
          {long.map((name, index) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className="px-1 pb-1 text-left text-small wrap-anywhere @min-[28rem]:px-2 font-semibold text-ink-soft"
            >
              {short[index]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={index}>
            {week.map((day, weekday) => {
              const known = day === null ? undefined : byDay.get(day);
              if (day === null) return <td key={weekday} />;
              return (
                <td
                  key={weekday}
                  data-weekday={known === undefined ? undefined : short[weekday]}
                  className="h-px p-0 align-top"
                >
                  <Day
                    day={day}
                    known={known}
                    isSelected={day === selected}
                    href={hrefOf({ month, date: day })}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One month. */
export function Calendar(props: CalendarProps) {
  return (
    <div>
      <h3 aria-live="polite" className="min-h-target pb-4 text-[1.375rem] leading-7 first-letter:uppercase">
        {formatMonth(props.month, useLocale())}
      </h3>
      <CalendarKeys>
        <CalendarTable {...props} />
      </CalendarKeys>
    </div>
  );
}

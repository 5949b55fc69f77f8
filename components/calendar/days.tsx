import { useLocale, useTranslations } from 'next-intl';
import { stateText } from '@/lib/locale/availability';
import { formatDay } from '@/lib/locale/venue-time';
import { type CalendarDay, dayWords, usePrices } from './calendar';
import { DayStrip, type StripDay } from './day-strip';
import { EmptyMonth } from './empty-month';
import { Months, type MonthsProps } from './months';

interface DaysProps extends Omit<MonthsProps, 'hrefOf'> {
  readonly strip: {
    readonly days: readonly CalendarDay[];
    /** The first day of the strip before and after; null if there is none. */
    readonly earlierFrom: string | null;
    readonly laterFrom: string | null;
  };
  /** For months without a day that can be booked: the next such day, YYYY-MM-DD; null if it is not known. */
  readonly nextDay: string | null;
  readonly hrefOf: (query: { month?: string; from?: string; date?: string }) => string;
}

function useStripDay() {
  const t = useTranslations('shop.product');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const pricesOf = usePrices();
  return (day: CalendarDay): StripDay => {
    const { closedAs } = day;
    if (closedAs !== null) {
      const label = t(dayWords[closedAs], { day: formatDay(day.day, language) });
      return { day: day.day, text: state(closedAs), label, isClosed: true };
    }
    const { shown, label } = pricesOf(day, stateText(state, day.availableQuantity));
    return { day: day.day, text: shown, label, isClosed: false };
  };
}

/** The days to choose from: two weeks on a phone, two months where there is room. */
export function Days({ strip, nextDay, ...months }: DaysProps) {
  const { days, selected, hrefOf } = months;
  const stripDay = useStripDay();
  const [first] = strip.days;
  const isEmpty = days.every(({ closedAs }) => closedAs !== null);
  return (
    <>
      {isEmpty ? (
        <EmptyMonth
          month={months.month}
          nextDay={nextDay}
          href={hrefOf(nextDay === null ? {} : { date: nextDay })}
        />
      ) : null}
      <div className="md:hidden">
        <DayStrip
          days={strip.days.map(stripDay)}
          selected={selected}
          hrefOf={(date) => hrefOf({ ...(first === undefined ? {} : { from: first.day }), date })}
          earlierHref={strip.earlierFrom === null ? null : hrefOf({ from: strip.earlierFrom })}
          laterHref={strip.laterFrom === null ? null : hrefOf({ from: strip.laterFrom })}
        />
      </div>
      <div className="max-md:hidden">
        <Months {...months} />
      </div>
    </>
  );
}

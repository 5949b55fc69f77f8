import { useLocale, useTranslations } from 'next-intl';
import { availabilityWords, isSoldOut, stateText } from '@/lib/locale/availability';
import { addMonths, weeksOf } from '@/lib/locale/calendar';
import { formatDay, formatMonth, weekdayNames } from '@/lib/locale/venue-time';
import type { OfferDay } from '@/lib/storefront/offer-days';
import type { ProductPage } from '@/lib/storefront/products';
import { Link } from '../ui/link';
import { CalendarKeys } from './calendar-keys';
import { compactPrice } from './compact-price';

/** Weeks that ended before `today` are left out. */
interface CalendarProps extends Pick<ProductPage, 'today' | 'days' | 'selected' | 'hasEarlier' | 'hasLater'> {
  /** YYYY-MM */
  readonly month: string;
  readonly hrefOf: (query: { month?: string; date?: string }) => string;
}

const cell = 'flex h-full min-h-16 flex-col wrap-anywhere px-1 py-1.5 sm:min-h-24 sm:px-2 sm:py-2';
const number = 'tabular text-[1.125rem] leading-5 sm:text-[1.625rem] sm:leading-7';

function BookableDay({ offer, isSelected, href }: { offer: OfferDay; isSelected: boolean; href: string }) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const state = stateText(useTranslations('shop.state'), offer.availableQuantity);
  const label = t('dayLabel', {
    day: formatDay(offer.day, language),
    price: compactPrice(offer.fromPrice, language),
    state,
  });
  const look = isSelected
    ? 'bg-accent text-on-accent outline-2 outline-accent'
    : 'bg-accent-soft text-ink hover:outline-2 hover:outline-accent';
  // Where there is little room, "Available" is left out, because the price already says it.
  const isPlain = availabilityWords(offer.availableQuantity).kind === 'available';
  return (
    <Link
      href={href}
      scroll={false}
      aria-label={label}
      aria-current={isSelected ? 'date' : undefined}
      className={`${cell} no-underline ${look}`}
    >
      <span className={`${number} font-extrabold`}>{formatDay(offer.day, language, 'number')}</span>
      <span className="mt-auto text-micro font-bold sm:text-base">
        {compactPrice(offer.fromPrice, language)}
      </span>
      <span className={`text-micro sm:text-small ${isPlain ? 'max-sm:sr-only' : ''}`}>{state}</span>
    </Link>
  );
}

const closedAs = ({ mayReturn }: OfferDay) => (mayReturn ? 'allHeld' : 'soldOut');
const dayWords = { soldOut: 'dayOut', allHeld: 'dayHeld' } as const;

/** `as`: why it can't be booked, if it was on sale. */
function ClosedDay({ day, as }: { day: string; as: 'soldOut' | 'allHeld' | null }) {
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
        <span aria-hidden="true" className="mt-auto hyphens-auto text-micro sm:text-small">
          {state(as)}
        </span>
      )}
    </div>
  );
}

function MonthLinks({ month, hasEarlier, hasLater, hrefOf }: CalendarProps) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const step = (isThere: boolean, by: number, arrow: string) => {
    const target = addMonths(month, by);
    const look =
      'inline-flex min-h-target min-w-target items-center justify-center border text-lead leading-none';
    if (!isThere) {
      return (
        <span aria-hidden="true" className={`${look} border-rule text-rule`}>
          {arrow}
        </span>
      );
    }
    return (
      <Link
        href={hrefOf({ month: target })}
        scroll={false}
        rel={by < 0 ? 'prev' : 'next'}
        aria-label={t('toMonth', { month: formatMonth(target, language) })}
        className={`${look} border-ink no-underline hover:bg-accent-soft`}
      >
        <span aria-hidden="true">{arrow}</span>
      </Link>
    );
  };
  return (
    <div className="flex gap-2">
      {step(hasEarlier, -1, '←')}
      {step(hasLater, 1, '→')}
    </div>
  );
}

function CalendarTable({ month, today, days, selected, hrefOf }: CalendarProps) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const byDay = new Map(days.map((offer) => [offer.day, offer]));
  const long = weekdayNames(language, 'long');
  const short = weekdayNames(language, 'short');
  const weeks = weeksOf(month).filter((week) => week.some((day) => day !== null && day >= today));
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1">
      <caption className="sr-only">{t('calendarCaption', { month: formatMonth(month, language) })}</caption>
      <thead>
        <tr>
          {long.map((name, index) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className="px-1 pb-1 text-left text-small wrap-anywhere sm:px-2 font-semibold text-ink-soft"
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
              if (day === null) return <td key={weekday} />;
              const offer = byDay.get(day);
              return (
                <td key={weekday} className="h-px p-0 align-top">
                  {offer === undefined || isSoldOut(offer.availableQuantity) ? (
                    <ClosedDay day={day} as={offer === undefined ? null : closedAs(offer)} />
                  ) : (
                    <BookableDay
                      offer={offer}
                      isSelected={day === selected?.day}
                      href={hrefOf({ month, date: day })}
                    />
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Calendar(props: CalendarProps) {
  const language = useLocale();
  return (
    <div>
      <div className="flex items-center justify-between gap-4 pb-4">
        <h3 className="text-[1.375rem] leading-7 first-letter:uppercase">
          {formatMonth(props.month, language)}
        </h3>
        <MonthLinks {...props} />
      </div>
      <CalendarKeys>
        <CalendarTable {...props} />
      </CalendarKeys>
    </div>
  );
}

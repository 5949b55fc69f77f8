import { useLocale, useTranslations } from 'next-intl';
import { formatDay } from '@/lib/locale/venue-time';
import { Link } from '../ui/link';

/** A day of a strip. */
export interface StripDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** What it costs, or what else there is to say, in one or two words. */
  readonly text: string;
  /** The day and all that is said about it. */
  readonly label: string;
  readonly isClosed: boolean;
}

interface DayStripProps {
  readonly days: readonly StripDay[];
  /** YYYY-MM-DD */
  readonly selected: string | null;
  readonly hrefOf: (day: string) => string;
  readonly earlierHref: string | null;
  readonly laterHref: string | null;
}

function DayLink({
  day,
  text,
  label,
  isClosed,
  isSelected,
  href,
}: StripDay & { isSelected: boolean; href: string }) {
  const language = useLocale();
  const look = isSelected
    ? 'border-2 border-ink bg-ink text-paper'
    : `border hover:border-ink hover:bg-accent-soft ${isClosed ? 'border-dashed border-edge text-ink-soft' : 'border-edge'}`;
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isSelected ? 'date' : undefined}
      className={`flex h-full w-[4.5rem] flex-col items-center rounded px-1 py-2 text-center no-underline ${look}`}
    >
      {/* As a text, and not as a label, so that the link has one name for everybody. */}
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        <span className="text-small">{formatDay(day, language, 'weekday')}</span>
        <span
          className={`tabular text-[1.625rem] leading-8 font-extrabold ${isClosed ? 'line-through' : ''}`}
        >
          {formatDay(day, language, 'number')}
        </span>
        <span className="text-small">{formatDay(day, language, 'month')}</span>
        <span className="pt-1 text-micro font-semibold hyphens-auto">{text}</span>
      </span>
    </Link>
  );
}

/** Some days in a row that scrolls to the side, as one does with a thumb. */
export function DayStrip({ days, selected, hrefOf, earlierHref, laterHref }: DayStripProps) {
  const t = useTranslations('shop.event');
  const step = (href: string | null, text: string) =>
    href === null ? (
      <span />
    ) : (
      <Link href={href} scroll={false} className="inline-flex min-h-target items-center font-bold underline">
        {text}
      </Link>
    );
  if (days.length === 0) return null;
  return (
    <nav aria-label={t('days')}>
      <ul className="relative -mx-4 flex scroll-px-4 snap-x gap-2 overflow-x-auto px-4 pb-2 sm:-mx-8 sm:scroll-px-8 sm:px-8">
        {days.map((each) => (
          <li key={each.day} id={`day-${each.day}`} className="flex-none snap-start">
            <DayLink {...each} isSelected={each.day === selected} href={hrefOf(each.day)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-x-4 text-small">
        {step(earlierHref, `← ${t('earlier')}`)}
        {step(laterHref, `${t('later')} →`)}
      </div>
    </nav>
  );
}

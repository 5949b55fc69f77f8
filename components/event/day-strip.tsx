import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatDay } from '@/lib/locale/venue-time';
import type { SessionDay } from '@/lib/storefront/shop/event/session-days';
import { Link } from '../ui/link';

type StripDay = Pick<SessionDay, 'day' | 'openCount' | 'closedAs'>;

interface DayStripProps {
  readonly days: readonly StripDay[];
  readonly selected: string | undefined;
  readonly hrefOf: (day: string) => string;
  readonly earlierHref: string | null;
  readonly laterHref: string | null;
  readonly children: ReactNode;
}

function DayLink(props: StripDay & { isSelected: boolean; href: string }) {
  const { day, openCount, closedAs, isSelected, href } = props;
  const t = useTranslations('shop.event');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const look = isSelected
    ? 'border-2 border-ink bg-ink text-paper'
    : 'border border-edge hover:border-ink hover:bg-accent-soft';
  const soft = isSelected ? '' : 'text-ink-soft';
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isSelected ? 'date' : undefined}
      className={`flex flex-col items-center rounded px-1 py-2 no-underline ${look}`}
    >
      <span className="sr-only">{formatDay(day, language)}, </span>
      <span aria-hidden="true" className="text-small">
        {formatDay(day, language, 'weekday')}
      </span>
      <span aria-hidden="true" className="tabular text-[1.75rem] leading-8 font-extrabold">
        {formatDay(day, language, 'number')}
      </span>
      <span aria-hidden="true" className="text-small">
        {formatDay(day, language, 'month')}
      </span>
      <span className={`pt-1 text-micro ${soft}`}>
        {closedAs === null ? t('timesCount', { count: openCount }) : state(closedAs)}
      </span>
    </Link>
  );
}

export function DayStrip({ days, selected, hrefOf, earlierHref, laterHref, children }: DayStripProps) {
  const t = useTranslations('shop.event');
  const step = 'inline-flex min-h-target items-center font-bold underline';
  return (
    <nav aria-label={t('days')}>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-7">
        {days.map((each) => (
          <li key={each.day}>
            <DayLink {...each} isSelected={each.day === selected} href={hrefOf(each.day)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-2 text-small">
        <span>
          {earlierHref === null ? null : (
            <Link href={earlierHref} scroll={false} className={step}>
              ← {t('earlier')}
            </Link>
          )}
        </span>
        <div className="max-sm:order-last max-sm:w-full">{children}</div>
        <span>
          {laterHref === null ? null : (
            <Link href={laterHref} scroll={false} className={step}>
              {t('later')} →
            </Link>
          )}
        </span>
      </div>
    </nav>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { addMonths, monthOf } from '@/lib/locale/calendar';
import { formatMonth } from '@/lib/locale/venue-time';
import { Link } from '../ui/link';
import { Calendar, type CalendarProps, weeksToCome } from './calendar';

export interface MonthsProps extends CalendarProps {
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

const stepLook =
  'inline-flex min-h-target min-w-target items-center justify-center border text-lead leading-none';

/** To the month before or after the shown one. */
function MonthLink({ month, by, isThere, hrefOf }: MonthsProps & { by: 1 | -1; isThere: boolean }) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  const arrow = <span aria-hidden="true">{by < 0 ? '←' : '→'}</span>;
  if (!isThere) return <span className={`${stepLook} border-rule text-rule`}>{arrow}</span>;
  const target = addMonths(month, by);
  return (
    <Link
      href={hrefOf({ month: target })}
      scroll={false}
      rel={by < 0 ? 'prev' : 'next'}
      aria-label={t('toMonth', { month: formatMonth(target, language) })}
      className={`${stepLook} border-ink no-underline hover:bg-accent-soft`}
    >
      {arrow}
    </Link>
  );
}

/** A month, and the next one beside it where there is room; below it where the month is nearly over. */
export function Months(props: MonthsProps) {
  const { month, today, days, hasEarlier, hasLater } = props;
  const next = addMonths(month, 1);
  const isEnding = weeksToCome(month, today).length <= 2;
  const of = (shown: string) => days.filter(({ day }) => monthOf(day) === shown);
  return (
    <div className="@container relative">
      <div className="absolute -top-1 right-0 flex gap-2 @min-[36rem]:top-0">
        <MonthLink {...props} by={-1} isThere={hasEarlier} />
        <MonthLink {...props} by={1} isThere={hasLater} />
      </div>
      <div className="grid grid-cols-1 gap-x-6 @min-[36rem]:grid-cols-2">
        <div className="@container">
          <Calendar {...props} days={of(month)} />
        </div>
        <div className={`@container ${isEnding ? '@max-[36rem]:pt-2' : '@max-[36rem]:hidden'}`}>
          <Calendar {...props} month={next} days={of(next)} />
        </div>
      </div>
    </div>
  );
}

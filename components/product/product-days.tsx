import { useLocale, useTranslations } from 'next-intl';
import type { Offer } from '@/lib/contract/offer';
import { monthOf } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay, formatMonth } from '@/lib/locale/venue-time';
import { OfferOption } from '../offer/offer-option';
import { ButtonLink } from '../ui/button';
import { Empty } from '../ui/empty';
import { Panel } from '../ui/panel';
import { Calendar, type CalendarDay } from './calendar';

export interface ProductDaysProps {
  readonly catalog: { readonly id: string; readonly lang: string | undefined };
  readonly product: { readonly id: string };
  readonly month: string | null;
  readonly today: string;
  readonly days: readonly CalendarDay[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  readonly nextDay: string | null;
  readonly selected: { readonly day: string; readonly offers: readonly Offer[] } | null;
  readonly goneDay: string | null;
}

function EmptyMonth({ month, nextDay, href }: { month: string; nextDay: string | null; href: string }) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  return (
    <div className="pb-6">
      <p>{t('emptyMonth', { month: formatMonth(month, language) })}</p>
      <p className="pt-2">
        <ButtonLink href={href} variant="secondary" scroll={false}>
          {nextDay === null ? t('firstDate') : t('nextDate', { day: formatDay(nextDay, language) })}
        </ButtonLink>
      </p>
    </div>
  );
}

function SelectedDay({ catalog, selected, goneDay }: ProductDaysProps) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  if (selected === null) {
    return (
      <Panel id="tickets" title={t('selected')}>
        <p className="font-serif text-reading">
          {goneDay === null ? t('noDay') : t('dayGone', { day: formatDay(goneDay, language) })}
        </p>
      </Panel>
    );
  }
  return (
    <Panel id="tickets" title={formatDay(selected.day, language)}>
      <ul>
        {selected.offers.map((offer) => (
          <OfferOption
            key={offer.id}
            offer={offer}
            href={paths.offer(language, catalog.id, offer.id)}
            lang={catalog.lang}
            next={t('continue')}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** The calendar of a product's offers, and those of the chosen day. */
export function ProductDays(props: ProductDaysProps) {
  const { catalog, product, month, nextDay } = props;
  const t = useTranslations('shop.product');
  const language = useLocale();
  const at = (query: { month?: string; date?: string }) =>
    `${paths.product(language, catalog.id, product.id, query)}${query.date === undefined ? '#days' : '#tickets'}`;
  if (month === null) {
    return (
      <Empty title={t('noDates')}>
        <p>{t('noDatesText')}</p>
        <ButtonLink href={paths.catalog(language, catalog.id)}>{t('backToHouse')}</ButtonLink>
      </Empty>
    );
  }
  const isEmptyMonth = !props.days.some((day) => day.availableQuantity === null || day.availableQuantity > 0);
  return (
    <section id="days" aria-labelledby="days-title" className="border-t-2 border-ink pt-6">
      <h2 id="days-title" className="pb-6 text-heading">
        {t('calendar')}
      </h2>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
        <div>
          {isEmptyMonth ? (
            <EmptyMonth
              month={month}
              nextDay={nextDay}
              href={at(nextDay === null ? {} : { month: monthOf(nextDay), date: nextDay })}
            />
          ) : null}
          <Calendar
            month={month}
            today={props.today}
            days={props.days}
            selected={props.selected?.day}
            hasEarlier={props.hasEarlier}
            hasLater={props.hasLater}
            hrefOf={at}
          />
        </div>
        <SelectedDay {...props} />
      </div>
    </section>
  );
}

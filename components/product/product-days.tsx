import { useLocale, useTranslations } from 'next-intl';
import { isSoldOut } from '@/lib/locale/availability';
import { monthOf } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { OfferDay } from '@/lib/storefront/offer-days';
import type { ProductPage } from '@/lib/storefront/products';
import { Calendar, type CalendarDay } from '../calendar/calendar';
import { EmptyMonth } from '../calendar/empty-month';
import { OfferOption } from '../offer/offer-option';
import { ButtonLink } from '../ui/button-link';
import { Empty } from '../ui/empty';
import { Panel } from '../ui/panel';

const calendarDay = ({ day, fromPrice, availableQuantity, mayReturn }: OfferDay): CalendarDay => ({
  ...{ day, fromPrice, availableQuantity },
  closedAs: isSoldOut(availableQuantity) ? (mayReturn ? 'allHeld' : 'soldOut') : null,
});

function SelectedDay({ catalog, selected, goneDay, mayReturn }: ProductPage) {
  const t = useTranslations('shop.product');
  const language = useLocale();
  if (selected === null) {
    return (
      <Panel id="tickets" title={t('selected')}>
        <p className="font-serif text-reading">
          {goneDay === null
            ? t('noDay')
            : t(mayReturn ? 'dayMayReturn' : 'dayGone', { day: formatDay(goneDay, language) })}
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
            hrefOf={(query) => paths.offer(language, catalog.id, offer.id, query)}
            lang={catalog.lang}
            next={t('continue')}
          />
        ))}
      </ul>
    </Panel>
  );
}

export function ProductDays(props: ProductPage) {
  const { catalog, product, month, nextDay } = props;
  const t = useTranslations('shop.product');
  const language = useLocale();
  const at = (query: { month?: string; date?: string }) =>
    `${paths.product(language, catalog.id, product.id, query)}${query.date === undefined ? '#days' : '#tickets'}`;
  if (month === null) {
    return (
      <Empty title={t('noDates')}>
        <p>{t('noDatesText')}</p>
        <ButtonLink href={paths.catalog(language, catalog.id)}>{t('backToProgramme')}</ButtonLink>
      </Empty>
    );
  }
  const isEmptyMonth = props.days.every((day) => isSoldOut(day.availableQuantity));
  return (
    <section id="days" aria-labelledby="days-title" className="border-t-2 border-ink pt-6">
      <h2 id="days-title" className="pb-6 text-heading">
        {t('calendar')}
      </h2>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
        <div>
          {isEmptyMonth ? (
            <EmptyMonth
              month={month}
              nextDay={nextDay}
              href={at(nextDay === null ? {} : { month: monthOf(nextDay), date: nextDay })}
            />
          ) : null}
          <Calendar
            {...props}
            month={month}
            days={props.days.map(calendarDay)}
            selected={props.selected?.day ?? null}
            hrefOf={at}
          />
        </div>
        <SelectedDay {...props} />
      </div>
    </section>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { monthOf } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { OfferDay } from '@/lib/storefront/common/offer/offer-days';
import type { ProductPage } from '@/lib/storefront/shop/offer/products';
import { Calendar, type CalendarDay } from '../calendar/calendar';
import { EmptyMonth } from '../calendar/empty-month';
import { OfferOption } from './offer-option';
import { ButtonLink } from '../ui/button-link';
import { Empty } from '../ui/empty';
import { Panel } from '../ui/panel';

const calendarDay = ({ day, fromPrice, availableQuantity, closedAs }: OfferDay): CalendarDay => ({
  day,
  fromPrice,
  availableQuantity,
  closedAs,
});

function SelectedDay({ catalog, selected, goneDay, waitable }: ProductPage) {
  const t = useTranslations('shop.product');
  const out = useTranslations('shop.offer');
  const wait = useTranslations('shop.waitingList');
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
  const day = formatDay(selected.day, language);
  const words = {
    soldOut: () => out('soldOutText', { day }),
    allHeld: () => t('dayMayReturn', { day }),
    notOnSale: () => t('dayGone', { day }),
  };
  const { closedAs } = selected;
  return (
    <Panel id="tickets" title={day}>
      {closedAs === null ? null : <p className="font-serif text-reading">{words[closedAs]()}</p>}
      {closedAs !== null && waitable.size > 0 ? <p className="pt-3 pb-2">{wait('text')}</p> : null}
      <ul>
        {selected.offers.map((offer) => (
          <OfferOption
            key={offer.id}
            offer={offer}
            hrefOf={(query) => paths.offer(language, catalog.id, offer.id, query)}
            lang={catalog.lang}
            timezone={catalog.timezone}
            next={t('continue')}
            waitHref={waitable.has(offer.id) ? paths.waitingList(language, catalog.id, offer.id) : null}
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
  const isEmptyMonth = props.days.every(({ closedAs }) => closedAs !== null);
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

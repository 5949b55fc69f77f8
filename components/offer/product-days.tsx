import { useLocale, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { OfferDay } from '@/lib/storefront/common/offer/offer-days';
import type { ProductPage } from '@/lib/storefront/shop/offer/products';
import type { CalendarDay } from '../calendar/calendar';
import { Days } from '../calendar/days';
import { SpokenChoice } from '../ui/spoken-choice';
import { HoldForm } from './hold-form';
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

const noErrors = {
  ticketErrors: new Map<string, string>(),
  quantityError: undefined,
  refusedOffer: undefined,
};

interface ProductDaysProps extends ProductPage {
  readonly action: (form: FormData) => Promise<void>;
  /** What the form of the only offer of the selected day begins with; null: there is no form. */
  readonly hold: Pick<ComponentProps<typeof HoldForm>, 'price' | 'combination' | 'chosen'> | null;
}

/** What a customer chooses on the page of a product: the day, the times, the tickets. */
export function ProductDays(props: ProductDaysProps) {
  const { catalog, product, month, strip, form, hold, action } = props;
  const t = useTranslations('shop.product');
  const offer = useTranslations('shop.offer');
  const isGiftCard = form?.offer.product.giftCard === true;
  const language = useLocale();
  if (month === null) {
    return (
      <Empty title={t('noDates')}>
        <p>{t('noDatesText')}</p>
        <ButtonLink href={paths.catalog(language, catalog.id)}>{t('backToProgramme')}</ButtonLink>
      </Empty>
    );
  }
  const at = (query: { month?: string; from?: string; date?: string }) => {
    const { from, date } = query;
    const hash = from === undefined || date === undefined ? 'days' : `day-${date}`;
    const shown = date === undefined || from !== undefined ? query : { month, ...query };
    return `${paths.product(language, catalog.id, product.id, shown)}#${hash}`;
  };
  const days = (
    <div className="pb-8">
      <Days
        {...props}
        month={month}
        days={props.days.map(calendarDay)}
        strip={{ ...strip, days: strip.days.map(calendarDay) }}
        selected={props.selected?.day ?? null}
        hrefOf={at}
      />
      {props.selected === null ? null : (
        <SpokenChoice name="day" text={formatDay(props.selected.day, language)} />
      )}
    </div>
  );
  return (
    <section id="days" aria-labelledby="days-title" className="border-t-2 border-ink pt-6">
      <h2 id="days-title" className="pb-6 text-heading">
        {isGiftCard ? offer('giftCard') : t('calendar')}
      </h2>
      {form === null || hold === null ? (
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
          {days}
          <SelectedDay {...props} />
        </div>
      ) : (
        <HoldForm
          key={form.offer.id}
          {...form}
          {...hold}
          priceBefore={undefined}
          action={action}
          {...noErrors}
          days={isGiftCard ? null : days}
        />
      )}
    </section>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { CounterCatalog, CounterList } from '@/lib/storefront/staff/counter/counter-day';
import type { ReactNode } from 'react';
import { DataTable } from '../ui/data-table';
import { Field, SelectField } from '../../ui/field';
import { Link } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import { numberFormat } from '@/lib/locale/formats';
import { CounterTiles } from './counter-tiles';

interface CounterOffersProps extends CounterList {
  /** The open sale to which is added. */
  readonly sale: string | undefined;
  /** Something was tapped; otherwise what begins next is chosen. */
  readonly isTapped: boolean;
}

function Choose({ catalogs, chosenId, day, shown, sale }: CounterOffersProps) {
  const t = useTranslations('counter');
  return (
    <form method="get" className="flex flex-wrap items-end gap-3 pb-8">
      {sale === undefined ? null : <input type="hidden" name="sale" value={sale} />}
      <Field name="date" type="date" label={t('day')} defaultValue={day ?? shown[0]?.day} required />
      <SelectField name="catalog" label={t('catalog')} defaultValue={chosenId ?? ''}>
        <option value="">{t('allCatalogs')}</option>
        {catalogs.map((one) => (
          <option key={one.id} value={one.id} lang={one.lang}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <SubmitButton variant="secondary">{t('show')}</SubmitButton>
    </form>
  );
}

/** All that is sold on the day, also what is over several events. */
function Products({ catalog, day, offers, sale }: CounterCatalog & Pick<CounterOffersProps, 'sale'>) {
  const t = useTranslations('counter');
  const language = useLocale();
  const left = (quantity: number | null) =>
    quantity === null ? t('unlimited') : numberFormat(language).format(quantity);
  const query = sale === undefined ? {} : { sale };
  return (
    <DataTable
      caption={t('caption', { day: formatDay(day, language, 'long') })}
      columns={(['product', 'price', 'left'] as const).map((name) => t(`columns.${name}`))}
      rows={offers.map((offer) => ({
        key: offer.id,
        cells: [
          <Link
            key="name"
            href={paths.staffCounterOffer(language, catalog.id, offer.id, query)}
            lang={catalog.lang}
            className="inline-flex min-h-target items-center underline"
          >
            {offer.product.name}
          </Link>,
          formatAmount(offer.price.amountInclTax, language),
          left(offer.availableQuantity),
        ],
      }))}
    />
  );
}

function Catalog({ of, list }: { readonly of: CounterCatalog; readonly list: CounterOffersProps }) {
  const t = useTranslations('counter');
  const language = useLocale();
  const { catalog, day, offers, tiles } = of;
  const products = <Products {...of} sale={list.sale} />;
  return (
    <section aria-labelledby={`catalog-${catalog.id}`}>
      <h2 id={`catalog-${catalog.id}`} lang={catalog.lang} className="pb-2 text-lead">
        {catalog.name}
      </h2>
      {offers.length === 0 ? <p>{t('nothing', { day: formatDay(day, language, 'long') })}</p> : null}
      {tiles.length === 0 ? null : (
        <CounterTiles
          of={of}
          chosen={list.tickets}
          query={{ date: list.day ?? undefined, catalog: list.chosenId ?? undefined, sale: list.sale }}
        />
      )}
      {offers.length === 0 ? null : tiles.length === 0 ? (
        products
      ) : (
        <details className="pt-2">
          <summary className="min-h-target cursor-pointer py-2 font-bold">{t('products')}</summary>
          {products}
        </details>
      )}
    </section>
  );
}

/** What can be sold on a day, by catalogue; `children`: the tickets for what is chosen. */
export function CounterOffers({ children, ...list }: CounterOffersProps & { readonly children?: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-8 md:gap-x-8 sm:grid-cols-[1fr_17rem] md:grid-cols-[1fr_20rem] lg:grid-cols-[1fr_24rem]">
      <div>
        <Choose {...list} />
        <div className="space-y-10">
          {list.shown.map((one) => (
            <Catalog key={one.catalog.id} of={one} list={list} />
          ))}
        </div>
      </div>
      {/* On a phone the keys come first after a tap on a tile, which leads to the top. */}
      <div className={list.isTapped ? 'max-sm:order-first' : ''}>{children}</div>
    </div>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { CounterCatalog } from '@/lib/storefront/staff/counter/counter';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { DataTable } from '../ui/data-table';
import { Field, SelectField } from '../../ui/field';
import { Link } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import { numberFormat } from '@/lib/locale/formats';

interface CounterOffersProps {
  readonly catalogs: readonly CatalogView[];
  readonly chosenId: string | null;
  /** The requested day; null: today. */
  readonly day: string | null;
  readonly shown: readonly CounterCatalog[];
  /** The open sale to which is added. */
  readonly sale: string | undefined;
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

function Catalog({ catalog, day, offers, sale }: CounterCatalog & Pick<CounterOffersProps, 'sale'>) {
  const t = useTranslations('counter');
  const language = useLocale();
  const left = (quantity: number | null) =>
    quantity === null ? t('unlimited') : numberFormat(language).format(quantity);
  const query = sale === undefined ? {} : { sale };
  return (
    <section aria-labelledby={`catalog-${catalog.id}`}>
      <h2 id={`catalog-${catalog.id}`} lang={catalog.lang} className="pb-2 text-lead">
        {catalog.name}
      </h2>
      {offers.length === 0 ? (
        <p>{t('nothing', { day: formatDay(day, language, 'long') })}</p>
      ) : (
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
      )}
    </section>
  );
}

/** What can be sold on a day, by catalogue. */
export function CounterOffers(props: CounterOffersProps) {
  return (
    <>
      <Choose {...props} />
      <div className="space-y-10">
        {props.shown.map((one) => (
          <Catalog key={one.catalog.id} {...one} sale={props.sale} />
        ))}
      </div>
    </>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog, ManagedEvent, ManagedProduct } from '@/lib/contract/managed-catalog';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { byWhom } from './override-view';
import { RowLink } from '../ui/row-link';
import { Section } from '../ui/section';

interface Props {
  readonly catalog: ManagedCatalog;
  readonly mayChange: boolean;
}

/** Whether the catalogue is hidden, and the link to change that. */
export function CatalogState({ catalog, mayChange }: Props) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  const { hidden } = catalog;
  const query = hidden === null ? { what: 'hide' } : { what: 'remove', override: hidden.id };
  const link = mayChange ? (
    <RowLink
      href={paths.staffChange(language, catalog.id, query)}
      label={t(hidden === null ? 'links.hide' : 'links.show')}
      about={catalog.name}
    />
  ) : null;
  if (hidden === null) return link;
  return (
    <Notice title={t('hiddenBy', byWhom(hidden))}>
      <p>{t('hiddenText')}</p>
      {link}
    </Notice>
  );
}

export function EventTable({ catalog, events, mayChange }: Props & { events: readonly ManagedEvent[] }) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  const { id: catalogId, timezone } = catalog;
  const columns = [
    'name',
    'next',
    'held',
    'sold',
    'sales',
    ...(mayChange ? (['actions'] as const) : []),
  ] as const;
  return (
    <Section id="events" title={t('events')}>
      <DataTable
        caption={t('times', { zone: timezone })}
        columns={columns.map((name) => t(`columns.${name}`))}
        long={[t('columns.name'), t('columns.sales')]}
        rows={events.map((one) => ({
          key: one.id,
          cells: [
            <Link
              key="name"
              href={paths.staffEvent(language, catalogId, one.id)}
              className="inline-flex min-h-target items-center underline"
            >
              {one.name}
            </Link>,
            one.nextSessionAt === null
              ? '–'
              : `${formatDay(venueDay(one.nextSessionAt, timezone), language, 'short')}, ${venueTime(one.nextSessionAt, timezone)}`,
            one.held,
            one.sold,
            one.salesStop === null ? t('open') : t('closed', byWhom(one.salesStop)),
            ...(mayChange
              ? [
                  <RowLink
                    key="change"
                    href={paths.staffChange(
                      language,
                      catalogId,
                      one.salesStop === null
                        ? { what: 'close', event: one.id }
                        : { what: 'remove', event: one.id, override: one.salesStop.id },
                    )}
                    label={t(one.salesStop === null ? 'links.close' : 'links.open')}
                    about={one.name}
                  />,
                ]
              : []),
          ],
        }))}
      />
    </Section>
  );
}

export function ProductTable({
  catalog,
  products,
  mayChange,
}: Props & { products: readonly ManagedProduct[] }) {
  const t = useTranslations('catalogAdmin');
  const columns = ['name', 'price', 'sales', ...(mayChange ? (['actions'] as const) : [])] as const;
  return (
    <Section id="products" title={t('products')}>
      <DataTable
        caption={<span className="sr-only">{t('products')}</span>}
        columns={columns.map((name) => t(`columns.${name}`))}
        long={[t('columns.name'), t('columns.price'), t('columns.sales')]}
        rows={products.map((one) => ({
          key: one.id,
          cells: [
            one.name,
            <Prices key="price" product={one} catalogId={catalog.id} mayChange={mayChange} />,
            one.salesStop === null ? t('open') : t('closed', byWhom(one.salesStop)),
            ...(mayChange ? [<ProductLinks key="change" product={one} catalogId={catalog.id} />] : []),
          ],
        }))}
      />
    </Section>
  );
}

function ProductLinks({ product, catalogId }: { product: ManagedProduct; catalogId: string }) {
  const t = useTranslations('catalogAdmin.links');
  const language = useLocale();
  const { id, name, salesStop } = product;
  const query =
    salesStop === null
      ? { what: 'close', product: id }
      : { what: 'remove', product: id, override: salesStop.id };
  return (
    <>
      <RowLink
        href={paths.staffChange(language, catalogId, query)}
        label={t(salesStop === null ? 'close' : 'open')}
        about={name}
      />
      <RowLink
        href={paths.staffChange(language, catalogId, { what: 'price', product: id })}
        label={t('price')}
        about={name}
      />
    </>
  );
}

interface PricesProps {
  readonly product: ManagedProduct;
  readonly catalogId: string;
  readonly mayChange: boolean;
}

/** The price of the next offer, and the prices that staff have set. */
function Prices({ product, catalogId, mayChange }: PricesProps) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  const { nextDate, nextPrice, feedPrice, prices, name, id } = product;
  const day = (date: string) => formatDay(date, language, 'short');
  return (
    <div className="inline-block align-top">
      <p>
        {nextDate === null || nextPrice === null
          ? t('noOffers')
          : t('nextPrice', { price: formatAmount(nextPrice, language), date: day(nextDate) })}
        {feedPrice === null || feedPrice === nextPrice
          ? null
          : ` (${t('feedPrice', { price: formatAmount(feedPrice, language) })})`}
      </p>
      {prices.map((set) => {
        const price = set.amountInclTax === null ? '' : formatAmount(set.amountInclTax, language);
        const { actor, reason } = set;
        return (
          <p key={set.id} className="text-small">
            {t('setPrice', { price, date: day(set.from ?? ''), reason, actor })}{' '}
            {mayChange ? (
              <RowLink
                href={paths.staffChange(language, catalogId, {
                  what: 'remove',
                  product: id,
                  override: set.id,
                })}
                label={t('links.feedPrice')}
                about={`${name}, ${price}`}
              />
            ) : null}
          </p>
        );
      })}
    </div>
  );
}

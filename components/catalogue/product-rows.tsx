import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import { ThingRow } from './thing-row';

/** Products as rows, each with a link to its calendar. */
export function ProductRows({
  catalog,
  products,
  hasPictures = false,
}: Pick<EventPage, 'catalog' | 'products'> & { readonly hasPictures?: boolean }) {
  const t = useTranslations('shop.catalog');
  const language = useLocale();
  return (
    <ul className="border-b border-rule">
      {products.map((product) => (
        <ThingRow
          key={product.id}
          thing={product}
          hasPicture={hasPictures}
          href={paths.product(language, catalog.id, product.id)}
          next={t('chooseDay')}
          lang={catalog.lang}
        />
      ))}
    </ul>
  );
}

type ProductsProps = Pick<EventPage, 'catalog' | 'products' | 'booking'>;

/** False if the event is known to be cancelled, postponed or over: then its products are not offered. */
export function mayBeSold(booking: EventPage['booking']): boolean {
  return booking === null || ['on_sale', 'sold_out', 'not_on_sale'].includes(booking.status);
}

/** The products of an event that are not sold on the shown day: each has a calendar of its own. */
export function OtherProducts({
  catalog,
  products,
  booking,
  tickets,
}: ProductsProps & Pick<EventPage, 'tickets'>) {
  const t = useTranslations('search');
  const sold = new Set(
    [...(tickets?.types ?? []).map(({ offer }) => offer), ...(tickets?.others ?? [])].map(
      ({ product }) => product.id,
    ),
  );
  const others = products.filter(({ id }) => !sold.has(id));
  if (others.length === 0 || !mayBeSold(booking)) return null;
  return (
    <section aria-labelledby="products-title" className="pt-16">
      <h2 id="products-title" className="pb-4 text-heading">
        {t('ticketsOfEvent')}
      </h2>
      <ProductRows catalog={catalog} products={others} />
    </section>
  );
}

import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import { ButtonLink } from '../ui/button-link';
import { Empty } from '../ui/empty';
import { mayBeSold, ProductRows } from '../catalogue/product-rows';

type NoSessionsProps = Pick<EventPage, 'catalog' | 'products' | 'booking'>;

/** An event without a time to choose: the products of its catalogue are offered instead. */
export function NoSessions({ catalog, products, booking }: NoSessionsProps) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  const state = useTranslations('shop.state');
  if (products.length === 0 || !mayBeSold(booking)) {
    const isOff = booking?.status === 'cancelled' || booking?.status === 'postponed';
    return (
      <Empty title={isOff ? state(booking.status) : t('noSessions')}>
        <p>{t('noSessionsText')}</p>
        <ButtonLink href={paths.catalog(language, catalog.id)}>{t('backToProgramme')}</ButtonLink>
      </Empty>
    );
  }
  const isOpen = booking !== null && booking.days.length > 0;
  return (
    <section aria-labelledby="tickets-title" className="border-t-2 border-ink pt-6 lg:border-t-0 lg:pt-0">
      <h2 id="tickets-title" className="text-heading">
        {t('noTimes')}
      </h2>
      <p className="max-w-text pt-1 pb-6 font-serif text-reading text-ink-soft">
        {t(isOpen ? 'anyTimeText' : 'noTimesText')}
      </p>
      <ProductRows catalog={catalog} products={products} />
    </section>
  );
}

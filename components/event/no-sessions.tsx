import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { EventPage } from '@/lib/storefront/events';
import { ThingRow } from '../catalog/thing-card';
import { ButtonLink } from '../ui/button';
import { Empty } from '../ui/empty';

/** An event without a time to choose: the products of its catalogue are offered instead. */
export function NoSessions({ catalog, products }: Pick<EventPage, 'catalog' | 'products'>) {
  const t = useTranslations('shop.event');
  const next = useTranslations('shop.catalog')('chooseDay');
  const language = useLocale();
  if (products.length === 0) {
    return (
      <Empty title={t('noSessions')}>
        <p>{t('noSessionsText')}</p>
        <ButtonLink href={paths.catalog(language, catalog.id)}>{t('backToProgramme')}</ButtonLink>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="tickets-title" className="border-t-2 border-ink pt-6">
      <h2 id="tickets-title" className="text-heading">
        {t('noTimes')}
      </h2>
      <p className="max-w-text pt-1 pb-6 font-serif text-reading text-ink-soft">{t('noTimesText')}</p>
      <ul className="border-b border-rule">
        {products.map((product) => (
          <ThingRow
            key={product.id}
            thing={product}
            href={paths.product(language, catalog.id, product.id)}
            next={next}
            lang={catalog.lang}
          />
        ))}
      </ul>
    </section>
  );
}

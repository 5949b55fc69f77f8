import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { CatalogPage } from '@/lib/storefront/catalogs';
import { ButtonLink } from '../ui/button';
import { Empty } from '../ui/empty';
import { ThingCard, ThingRow } from './thing-card';

function Section({ title, lead, children }: { title: string; lead: string; children: React.ReactNode }) {
  return (
    <section className="pt-12">
      <h2 className="text-heading">{title}</h2>
      <p className="max-w-text pt-1 pb-6 font-serif text-reading text-ink-soft">{lead}</p>
      {children}
    </section>
  );
}

export function CatalogContents({ catalog, events, products, complete }: CatalogPage) {
  const t = useTranslations('shop.catalog');
  const language = useLocale();
  const { lang } = catalog;
  if (events.length === 0 && products.length === 0) {
    return (
      <div className="pt-12">
        <Empty title={t('empty')}>
          <p>{t('emptyText')}</p>
          <ButtonLink href={paths.home(language)}>{t('otherHouses')}</ButtonLink>
        </Empty>
      </div>
    );
  }
  return (
    <>
      {events.length === 0 ? null : (
        <Section title={t('events')} lead={t('eventsLead')}>
          <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {events.map((event) => {
              const href = paths.event(language, catalog.id, event.id);
              return (
                <ThingCard key={event.id} thing={event} href={href} next={t('chooseTime')} lang={lang} />
              );
            })}
          </ul>
        </Section>
      )}
      {products.length === 0 ? null : (
        <Section title={t('products')} lead={t('productsLead')}>
          <ul className="border-b border-rule">
            {products.map((product) => {
              const href = paths.product(language, catalog.id, product.id);
              return (
                <ThingRow key={product.id} thing={product} href={href} next={t('chooseDay')} lang={lang} />
              );
            })}
          </ul>
        </Section>
      )}
      {complete ? null : <p className="pt-6 text-small text-ink-soft">{t('truncated')}</p>}
    </>
  );
}

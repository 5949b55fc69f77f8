import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { CatalogPage } from '@/lib/storefront/shop/search/discovery';
import { QuickFilters } from '../search/quick-filters';
import { SearchBar } from '../search/search-bar';
import { SearchFields } from '../search/search-fields';
import { SearchResults } from '../search/search-results';
import { ProductRows } from './product-rows';
import { ButtonLink } from '../ui/button-link';
import { Empty } from '../ui/empty';
import { TextLink } from '../ui/link';

/** Fewer events can be looked through without a search: then a day is enough to choose from. */
const worthSearching = 7;

/** The events of a catalogue, with a search if there are many, and the products that join several of them. */
export function CatalogContents({ catalog, search, total, places, products }: CatalogPage) {
  const t = useTranslations('shop.catalog');
  const texts = useTranslations('search');
  const language = useLocale();
  const action = paths.catalog(language, catalog.id);
  if (total === 0 && products.length === 0) {
    return (
      <div className="pt-12">
        <Empty title={t('empty')}>
          <p>{t('emptyText')}</p>
          <ButtonLink href={paths.home(language)}>{t('otherOrganisers')}</ButtonLink>
        </Empty>
      </div>
    );
  }
  const isSearched = search.given.length > 0;
  const placesLink =
    places < 2 ? null : (
      <TextLink href={paths.places(language, catalog.id)}>{texts('places.link', { count: places })}</TextLink>
    );
  return (
    <>
      {total === 0 && !isSearched ? null : (
        <div className="pt-8">
          {total < worthSearching && !isSearched ? (
            <>
              <SearchBar action={action} hasWords={false} />
              <QuickFilters filters={search.quick} action={action} beside={placesLink} />
            </>
          ) : (
            <SearchFields view={search} action={action} isWithin beside={placesLink} />
          )}
        </div>
      )}
      {total === 0 ? null : (
        <SearchResults
          view={search}
          hrefOf={(parameters) => paths.catalog(language, catalog.id, parameters)}
        />
      )}
      {products.length === 0 || isSearched || search.page > 1 ? null : (
        <section className="pt-12">
          <h2 className="text-heading">{texts('combined')}</h2>
          <p className="max-w-text pt-1 pb-6 font-serif text-reading text-ink-soft">
            {texts('combinedLead')}
          </p>
          <ProductRows catalog={catalog} products={products} hasPictures />
        </section>
      )}
    </>
  );
}

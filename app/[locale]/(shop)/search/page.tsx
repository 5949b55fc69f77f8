import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { SearchFields } from '@/components/search/search-fields';
import { SearchResults } from '@/components/search/search-results';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { loadSearch, type Query } from '@/lib/storefront/shop/search/discovery';

type Props = PageProps<'/[locale]/search'>;

// The page and its metadata share one read.
const read = cache(async (query: Query) => loadSearch(await getLocale(), query));

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations('search');
  const loaded = await read(await searchParams);
  const isFiltered = loaded.kind !== 'loaded' || loaded.value.given.length > 0;
  // Search engines list the events themselves, not the results of other searches.
  const addresses = pageAddresses(await getLocale(), (language) => paths.search(language));
  return {
    title: t('title'),
    ...addresses,
    ...(isFiltered ? { robots: { index: false, follow: true } } : {}),
  };
}

export default async function SearchPage({ searchParams }: Props) {
  const language = await getLocale();
  const t = await getTranslations('search');
  const loaded = await read(await searchParams);
  const action = paths.search(language);
  if (loaded.kind !== 'loaded') {
    return <ServiceUnavailable busy={loaded.kind === 'unavailable' && loaded.busy} retryHref={action} />;
  }
  return (
    <PageFrame>
      <h1 className="pt-10 pb-6 text-title font-extrabold">{t('title')}</h1>
      <SearchFields view={loaded.value} action={action} />
      <SearchResults
        view={loaded.value}
        hrefOf={(parameters) => paths.search(language, parameters)}
        hasHouses={loaded.value.criteria.catalog === undefined}
      />
    </PageFrame>
  );
}

import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { CatalogBand } from '@/components/catalogue/catalog-band';
import { CatalogContents } from '@/components/catalogue/catalog-contents';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { loadCatalogPage, type Query } from '@/lib/storefront/shop/search/discovery';

type Props = PageProps<'/[locale]/catalogs/[catalogId]'>;

// The page and its metadata share one read.
const read = cache(async (catalogId: string, query: Query) =>
  loadCatalogPage(await getLocale(), catalogId, query),
);

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const loaded = await read((await params).catalogId, await searchParams);
  if (loaded.kind !== 'loaded') return { robots: { index: false } };
  const { catalog, search } = loaded.value;
  return {
    title: catalog.name,
    ...pageAddresses(await getLocale(), (language) => paths.catalog(language, catalog.id)),
    ...(search.given.length > 0 ? { robots: { index: false, follow: true } } : {}),
  };
}

export default async function CatalogPage({ params, searchParams }: Props) {
  const { catalogId } = await params;
  const language = await getLocale();
  const loaded = await read(catalogId, await searchParams);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'unavailable') {
    return <ServiceUnavailable busy={loaded.busy} retryHref={paths.catalog(language, catalogId)} />;
  }
  const { catalog } = loaded.value;
  return (
    <PageFrame accent={catalog.accent} band={<CatalogBand catalog={catalog} />}>
      <CatalogContents {...loaded.value} />
    </PageFrame>
  );
}

import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { accentOf } from '@/components/catalog/accent';
import { CatalogBand } from '@/components/catalog/catalog-band';
import { CatalogContents } from '@/components/catalog/catalog-contents';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceAway } from '@/components/layout/service-away';
import { paths } from '@/lib/locale/paths';
import { loadCatalogPage } from '@/lib/storefront/catalogs';

type Props = PageProps<'/[locale]/catalogs/[catalogId]'>;

// The page and its metadata share one read.
const read = cache(async (catalogId: string) => loadCatalogPage(await getLocale(), catalogId));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const loaded = await read((await params).catalogId);
  return loaded.kind === 'loaded' ? { title: loaded.value.catalog.name } : { robots: { index: false } };
}

export default async function CatalogPage({ params }: Props) {
  const { catalogId } = await params;
  const language = await getLocale();
  const loaded = await read(catalogId);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'away') {
    return <ServiceAway busy={loaded.busy} retryHref={paths.catalog(language, catalogId)} />;
  }
  const { catalog } = loaded.value;
  return (
    <PageFrame accent={accentOf(catalog.id)} band={<CatalogBand catalog={catalog} />}>
      <CatalogContents {...loaded.value} />
    </PageFrame>
  );
}

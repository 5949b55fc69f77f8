import type { Metadata } from 'next';
import { useLocale, useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { NearForm } from '@/components/places/near-form';
import { PlaceEntry, PlaceList } from '@/components/places/place-list';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/locale/paths';
import type { Query } from '@/lib/storefront/shop/search/discovery';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { loadPlacesPage, type PlacesPage } from '@/lib/storefront/shop/places/places';

type Props = PageProps<'/[locale]/catalogs/[catalogId]/places'>;

// The page and its metadata share one read.
const read = cache(async (catalogId: string, query: Query) =>
  loadPlacesPage(await getLocale(), catalogId, query),
);

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const loaded = await read((await params).catalogId, await searchParams);
  if (loaded.kind !== 'loaded') return { robots: { index: false } };
  const { catalog, total, from } = loaded.value;
  const t = await getTranslations('search.places');
  return {
    title: `${t('title')} · ${catalog.name}`,
    description: t('lead', { name: catalog.name }),
    ...pageAddresses(await getLocale(), (language) => paths.places(language, catalog.id)),
    // Each visitor measures from elsewhere; and one place is on the pages of its events.
    ...(from.kind !== 'none' || total < 2 ? { robots: { index: false, follow: true } } : {}),
  };
}

/** A catalogue with one place, or with none, has no use for a list. */
function OnePlace({ catalog, groups }: PlacesPage) {
  const t = useTranslations('search.places');
  const language = useLocale();
  const place = groups[0]?.places[0];
  return (
    <Empty title={place === undefined ? t('none') : t('one')}>
      {place === undefined ? null : (
        <div className="font-sans text-base">
          <PlaceEntry place={place} catalog={catalog} />
        </div>
      )}
      <ButtonLink href={paths.catalog(language, catalog.id)}>{t('programme')}</ButtonLink>
    </Empty>
  );
}

function SeveralPlaces(page: PlacesPage) {
  const t = useTranslations('search');
  return (
    <>
      <NearForm {...page} />
      <PlaceList {...page} />
      {page.from.kind === 'position' ? (
        <p className="pt-1 text-small text-ink-soft">{t('places.straight')}</p>
      ) : null}
      {page.complete ? null : <p className="pt-6 text-small text-ink-soft">{t('truncated')}</p>}
    </>
  );
}

export default async function CatalogPlacesPage({ params, searchParams }: Props) {
  const { catalogId } = await params;
  const language = await getLocale();
  const loaded = await read(catalogId, await searchParams);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'unavailable') {
    return <ServiceUnavailable busy={loaded.busy} retryHref={paths.places(language, catalogId)} />;
  }
  const { catalog, total } = loaded.value;
  const t = await getTranslations('search.places');
  return (
    <PageFrame accent={catalog.accent}>
      <div className="pt-4">
        <Breadcrumb catalog={catalog} />
      </div>
      <h1 className="pt-4 pb-6 text-title font-extrabold">{t('title')}</h1>
      {total < 2 ? <OnePlace {...loaded.value} /> : <SeveralPlaces {...loaded.value} />}
    </PageFrame>
  );
}

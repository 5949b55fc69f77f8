import type { Metadata } from 'next';
import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { CatalogCard } from '@/components/catalogue/catalog-card';
import { SearchWords } from '@/components/search/search-fields';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { loadCatalogs } from '@/lib/storefront/shop/catalogue/catalogs';
import type { LoadedBy } from '@/lib/storefront/common/request/load';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop');
  return {
    title: { absolute: `${t('home.title')} · ${shopName()}` },
    ...pageAddresses(await getLocale(), paths.home),
  };
}

function Issuers({ catalogs }: { catalogs: LoadedBy<typeof loadCatalogs> }) {
  const t = useTranslations('shop.home');
  if (catalogs.length === 0) {
    return (
      <Empty title={t('empty')}>
        <p>{t('emptyText')}</p>
      </Empty>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {catalogs.map((catalog) => (
        <CatalogCard key={catalog.id} catalog={catalog} />
      ))}
    </ul>
  );
}

export default async function HomePage() {
  const language = await getLocale();
  const t = await getTranslations('shop.home');
  const loaded = await loadCatalogs(language);
  if (loaded.kind !== 'loaded') {
    return (
      <ServiceUnavailable
        busy={loaded.kind === 'unavailable' && loaded.busy}
        retryHref={paths.home(language)}
      />
    );
  }
  return (
    <PageFrame>
      <div className="grid items-end gap-x-12 gap-y-4 pt-10 pb-8 md:grid-cols-[auto_1fr] md:pt-16 md:pb-12">
        <h1 className="text-display font-extrabold">{t('title')}</h1>
        <p className="max-w-[34ch] font-serif text-lead md:pb-2">{t('lead')}</p>
      </div>
      <form action={paths.search(language)} method="get" role="search" className="pb-10">
        <SearchWords />
      </form>
      <Issuers catalogs={loaded.value} />
    </PageFrame>
  );
}

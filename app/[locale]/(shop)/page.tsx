import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { FrontContents } from '@/components/catalogue/front-contents';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';
import { loadFrontPage } from '@/lib/storefront/shop/search/front-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shop');
  return {
    title: { absolute: `${t('home.title')} · ${shopName()}` },
    ...pageAddresses(await getLocale(), paths.home),
  };
}

export default async function HomePage() {
  const language = await getLocale();
  const loaded = await loadFrontPage(language);
  if (loaded.kind !== 'loaded') {
    return (
      <ServiceUnavailable
        busy={loaded.kind === 'unavailable' && loaded.busy}
        retryHref={paths.home(language)}
      />
    );
  }
  return <FrontContents {...loaded.value} />;
}

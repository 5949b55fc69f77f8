import { defaultLanguage } from '@/lib/locale/languages';
import { loadPublicPaths } from '@/lib/storefront/shop/search/discovery';
import { shopAddress } from '@/lib/storefront/shop/catalogue/page-addresses';
import { sitemapIndex } from '@/lib/storefront/shop/catalogue/sitemap';

export const dynamic = 'force-dynamic';

/** The files with the pages that search engines may list. */
export async function GET(): Promise<Response> {
  return sitemapIndex(await loadPublicPaths(defaultLanguage), await shopAddress());
}

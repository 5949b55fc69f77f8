import { defaultLanguage } from '@/lib/locale/languages';
import { loadPublicPaths } from '@/lib/storefront/shop/search/discovery';
import { shopAddress } from '@/lib/storefront/shop/catalogue/page-addresses';
import { sitemapFile } from '@/lib/storefront/shop/catalogue/sitemap';

export const dynamic = 'force-dynamic';

type Context = RouteContext<'/sitemaps/[file]'>;

/** Some of the pages that search engines may list, each with its address in every language. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { file } = await params;
  return sitemapFile(await loadPublicPaths(defaultLanguage), await shopAddress(), file);
}

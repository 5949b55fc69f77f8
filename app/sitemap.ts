import type { MetadataRoute } from 'next';
import { loadPublicPaths } from '@/lib/storefront/discovery';
import { shopAddress } from '@/lib/storefront/page-addresses';
import { defaultLanguage, languages } from '@/lib/locale/languages';

export const dynamic = 'force-dynamic';

/** The most addresses of a sitemap (sitemaps.org). */
const most = 50_000;

/** The pages that search engines may list, each with its address in every language. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const shop = await shopAddress();
  const loaded = await loadPublicPaths(defaultLanguage);
  if (loaded.kind !== 'loaded') throw new Error('the events could not be read');
  const absolute = (path: string) => new URL(path, shop).href;
  return loaded.value.slice(0, most / languages.length).flatMap((pathIn) => {
    const others = Object.fromEntries(languages.map((each) => [each, absolute(pathIn(each))]));
    return languages.map((language) => ({
      url: absolute(pathIn(language)),
      alternates: { languages: others },
    }));
  });
}

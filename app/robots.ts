import type { MetadataRoute } from 'next';
import { shopAddress } from '@/lib/storefront/shop/catalogue/page-addresses';
import { sitemapPath } from '@/lib/storefront/shop/catalogue/sitemap';

export const dynamic = 'force-dynamic';

/**
 * Search engines may list the programme, but no checkout, order or staff page. Other sites may fetch the pictures that they show
 * beside a link.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  return {
    sitemap: new URL(sitemapPath, await shopAddress()).href,
    rules: {
      userAgent: '*',
      allow: ['/', '/api/images/', '/api/previews/'],
      disallow: ['/api/', '/*/checkout/', '/*/orders/', '/*/staff'],
    },
  };
}

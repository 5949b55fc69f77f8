import type { MetadataRoute } from 'next';

/** Search engines may list the programme, but no checkout, order or staff page. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/*/checkout/', '/*/orders/', '/*/staff'] },
  };
}

import type { MetadataRoute } from 'next';

/** What is on is for everybody to find; what somebody buys is not. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', '/*/checkout/', '/*/orders/', '/*/staff'] },
  };
}

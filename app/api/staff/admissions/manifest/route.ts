import { getTranslations } from 'next-intl/server';
import { paths } from '@/lib/locale/paths';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';
import { shopName } from '@/lib/storefront/common/catalogue/shop-name';

export const dynamic = 'force-dynamic';

/** Makes the door's page installable (W3C Web Application Manifest). It says nothing that is not public. */
export async function GET(request: Request): Promise<Response> {
  const language = languageOfAddress(request);
  const t = await getTranslations({ locale: language, namespace: 'door' });
  const start = paths.staffDoor(language);
  const manifest = {
    id: start,
    name: t('app', { shop: shopName() }),
    short_name: t('title'),
    lang: language,
    start_url: start,
    scope: start,
    display: 'standalone',
    background_color: '#fbf6ec',
    theme_color: '#fbf6ec',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  };
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  });
}

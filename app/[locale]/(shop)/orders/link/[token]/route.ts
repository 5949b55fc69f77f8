import { hasLocale } from 'next-intl';
import { defaultLanguage, languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { openLink } from '@/lib/storefront/orders';

/** The mailed link: turned into a cookie, and left behind for an address that can be shown to anybody. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/[locale]/orders/link/[token]'>,
): Promise<Response> {
  const { locale, token } = await params;
  const language = hasLocale(languages, locale) ? locale : defaultLanguage;
  const checkoutId = await openLink(token);
  const location = checkoutId === null ? `/${language}/orders/lost-link` : paths.order(language, checkoutId);
  return new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}

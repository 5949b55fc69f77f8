import { supportedLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { openLink } from '@/lib/storefront/common/order/orders';

/** The mailed link: it is turned into a cookie and redirected to a URL without a secret. */
export async function GET(
  _request: Request,
  { params }: RouteContext<'/[locale]/orders/link/[token]'>,
): Promise<Response> {
  const { locale, token } = await params;
  const language = supportedLanguage(locale);
  const checkoutId = await openLink(token);
  const location = checkoutId === null ? `/${language}/orders/lost-link` : paths.order(language, checkoutId);
  return new Response(null, {
    status: 303,
    headers: { location, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' },
  });
}

import { supportedLanguage } from '@/lib/locale/languages';
import { leaveFor, ticketPageRedirect } from '@/lib/storefront/ticket-page-redirect';
import { getGoogleLink } from '@/lib/storefront/wallet-pass';

/** To Google, which shows the ticket and saves it in the customer's wallet. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/google-wallet'>,
): Promise<Response> {
  const { token } = await params;
  const language = supportedLanguage(new URL(request.url).searchParams.get('language'));
  const link = await getGoogleLink(token, language);
  return link === null ? ticketPageRedirect(token, language) : leaveFor(link);
}

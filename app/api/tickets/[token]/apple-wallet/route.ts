import { supportedLanguage } from '@/lib/locale/languages';
import { ticketPageRedirect } from '@/lib/storefront/ticket-page-redirect';
import { getApplePass } from '@/lib/storefront/wallet-pass';

/** One ticket as a pass for Apple Wallet. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/apple-wallet'>,
): Promise<Response> {
  const { token } = await params;
  const language = supportedLanguage(new URL(request.url).searchParams.get('language'));
  const pass = await getApplePass(token, language);
  if (pass === null) return ticketPageRedirect(token, language);
  return new Response(pass, {
    headers: {
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="ticket.pkpass"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
    },
  });
}

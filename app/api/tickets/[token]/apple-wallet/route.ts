import { supportedLanguage } from '@/lib/locale/languages';
import { privateFile } from '@/lib/storefront/private-file';
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
  return privateFile(pass, 'application/vnd.apple.pkpass', 'attachment; filename="ticket.pkpass"');
}

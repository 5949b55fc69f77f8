import { privateFile } from '@/lib/storefront/shop/document/private-file';
import { ticketFile } from '@/lib/storefront/shop/ticket/ticket-file';
import { getApplePass } from '@/lib/storefront/shop/ticket/wallet-pass';

/** One ticket as a pass for Apple Wallet. */
export function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/apple-wallet'>,
): Promise<Response> {
  return ticketFile(request, params, async (token, language) => {
    const pass = await getApplePass(token, language);
    if (pass === null) return null;
    return privateFile(pass, 'application/vnd.apple.pkpass', 'attachment; filename="ticket.pkpass"');
  });
}

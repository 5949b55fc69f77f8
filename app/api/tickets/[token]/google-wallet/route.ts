import { leaveFor, ticketFile } from '@/lib/storefront/shop/ticket/ticket-file';
import { getGoogleLink } from '@/lib/storefront/shop/ticket/wallet-pass';

/** To Google, which shows the ticket and saves it in the customer's wallet. */
export function GET(
  request: Request,
  { params }: RouteContext<'/api/tickets/[token]/google-wallet'>,
): Promise<Response> {
  return ticketFile(request, params, async (token, language) => {
    const link = await getGoogleLink(token, language);
    return link === null ? null : leaveFor(link);
  });
}

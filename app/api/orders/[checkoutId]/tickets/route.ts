import { paths } from '@/lib/locale/paths';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';
import { fileRefusal } from '@/lib/storefront/shop/document/file-refusal';
import { privateFile } from '@/lib/storefront/shop/document/private-file';
import { getTickets } from '@/lib/storefront/shop/document/tickets';

type Context = RouteContext<'/api/orders/[checkoutId]/tickets'>;

/** The tickets of a booking as one PDF. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId } = await params;
  const language = languageOfAddress(request);
  const answer = await getTickets(checkoutId, language);
  if (answer.kind === 'tickets')
    return privateFile(answer.content, 'application/pdf', `attachment; filename="${answer.fileName}"`);
  return fileRefusal(answer, { checkoutId, language, retryHref: paths.tickets(checkoutId, language) });
}

/** Without this, Next would answer HEAD with GET, and draw a file that nobody reads. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

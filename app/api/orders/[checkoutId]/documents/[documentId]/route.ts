import { paths } from '@/lib/locale/paths';
import { getDocument } from '@/lib/storefront/shop/document/documents';
import { fileRefusal } from '@/lib/storefront/shop/document/file-refusal';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';

type Context = RouteContext<'/api/orders/[checkoutId]/documents/[documentId]'>;

/** A document of an order, passed on by the shop. The storage's headers are not passed on. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId, documentId } = await params;
  const language = languageOfAddress(request);
  const answer = await getDocument(checkoutId, documentId, language);
  const retryHref = paths.document(checkoutId, documentId, language);
  if (answer.kind !== 'document') return fileRefusal(answer, { checkoutId, language, retryHref });
  return new Response(answer.body, {
    headers: {
      'content-type': 'application/pdf',
      // The file name is made by the shop: letters, digits and hyphens only (RFC 6266 §4.3).
      'content-disposition': `attachment; filename="${answer.fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      // Content-Length lets a browser detect an incomplete file.
      ...(answer.length === null ? {} : { 'content-length': String(answer.length) }),
    },
  });
}

/** Without this, Next would answer HEAD with GET, and the opened file would never be read. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

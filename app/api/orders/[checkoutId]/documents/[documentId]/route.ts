import { hasLocale } from 'next-intl';
import { defaultLanguage, languages } from '@/lib/locale/languages';
import { getDocument } from '@/lib/storefront/documents';
import { documentRefusal } from '@/lib/storefront/document-refusal';

type Context = RouteContext<'/api/orders/[checkoutId]/documents/[documentId]'>;

/** A document of an order, passed through by us. What the storage says in its headers stays here. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId, documentId } = await params;
  const asked = new URL(request.url).searchParams.get('language') ?? undefined;
  const language = hasLocale(languages, asked) ? asked : defaultLanguage;
  const answer = await getDocument(checkoutId, documentId, language);
  if (answer.kind !== 'document') return documentRefusal(answer, { checkoutId, documentId, language });
  return new Response(answer.body, {
    headers: {
      'content-type': 'application/pdf',
      // The name is of our making: letters, digits and hyphens only (RFC 6266 §4.3).
      'content-disposition': `attachment; filename="${answer.fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      // By which a browser knows a file that was cut short.
      ...(answer.length === null ? {} : { 'content-length': String(answer.length) }),
    },
  });
}

/** Next would answer by GET and leave the file lying: opened, and read by nobody. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

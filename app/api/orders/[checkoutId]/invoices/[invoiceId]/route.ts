import { paths } from '@/lib/locale/paths';
import { languageOfAddress } from '@/lib/storefront/common/request/parameters';
import { fileRefusal } from '@/lib/storefront/shop/document/file-refusal';
import { getInvoice } from '@/lib/storefront/shop/document/invoices';
import { privateFile } from '@/lib/storefront/shop/document/private-file';

type Context = RouteContext<'/api/orders/[checkoutId]/invoices/[invoiceId]'>;

/** An invoice or a credit note of an order as a PDF, in the language in which it was issued. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { checkoutId, invoiceId } = await params;
  const answer = await getInvoice(checkoutId, invoiceId);
  if (answer.kind === 'invoice')
    return privateFile(answer.content, 'application/pdf', `attachment; filename="${answer.fileName}"`);
  const language = languageOfAddress(request);
  const retryHref = paths.invoice(checkoutId, invoiceId, language);
  return fileRefusal(answer, { checkoutId, language, retryHref });
}

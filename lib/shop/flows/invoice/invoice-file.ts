import type { CheckoutContext } from '../../context';
import type { Invoice } from '../../tables/invoice-table';

/** The PDF of a document, drawn from what was stored when it was issued. */
export function invoiceFile(
  { invoices }: Pick<CheckoutContext, 'invoices'>,
  { kind, number, issuedAt, content, buyer }: Invoice,
): Promise<Uint8Array> {
  return invoices.render({ kind, number, issuedAt, content, buyer });
}

/** Letters, digits and hyphens. */
export const fileNameOf = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string =>
  `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number}.pdf`;
